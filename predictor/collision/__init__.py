"""Signed distance, and clearance along a whole motion.

Others enter by `method` alone.  A method supplies three things: it measures poses, follows moves and answers
searches; `world` derives all answers from these, for every method alike.

capsules/           The methods that see arm and scene as capsules and boxes: `capsules`, `capsule_tree`,
                    `scs_projection`
convex/             Convex bodies by their corners: distance, depth, nearest points; and what is made of them
measured_kernels    What the kernels of every method agree on: what is measured, where answers have it, which
                    pairs count
method              What every collision method answers, and the list of methods that a scenario may name
pairs               Which pairs of arm and scene are kept apart, and what each is called
sweep_grid_kernels  The grid on which a motion is followed, everywhere and not only at samples: conservative
                    advancement
world               One arm in one scene: all that is asked of it, derived here from three things that a
                    method supplies
"""
