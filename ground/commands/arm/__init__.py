"""Commands about an arm and a scene of one's own.

robot_check   `farhand robot check FILE`: the arm of a robot file, whether it can be flown, what is doubtful
robot_fit     `farhand robot fit FILE`: volumes around each part of an arm, by each method, and how well they
              fill
robot_import  `farhand robot import FILE`: a robot file of an arm that another format describes
scene_check   `farhand scene check FILE`: what a scene file, or a bare mesh, holds, and what is doubtful in
              it
"""
