"""The pictures that the spacecraft's cameras take.

onboard_cameras  The spacecraft's cameras: when each takes a picture, the work of taking it, and how it is
                 sent
raycast          Find what a camera sees at each pixel, with few rays: coarse first, finer only where
                 something changes
rendering        Make a picture of what a camera sees: sunlight with hard shadows, earthlight, stars, sensor
                 noise
"""
