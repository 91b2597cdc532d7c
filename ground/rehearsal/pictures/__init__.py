"""The pictures that the spacecraft's cameras take.

cameras  The spacecraft's cameras: when each takes a picture, and the work of taking it
picture  Make a picture of what a camera sees: sunlight with hard shadows, earthlight, stars, sensor noise
raycast  Find what a camera sees at each pixel, with few rays: coarse first, finer only where something
         changes
"""
