"""Plain reference: nearest points of curved surfaces, by the equations that hold there.

    parametric F(s, t), G(u, v)    (F - G) . F_s = (F - G) . F_t = (F - G) . G_u = (F - G) . G_v = 0
    algebraic f(x) = 0, g(y) = 0   x - y along both gradients
    on a boundary                  the parameter that is held there has no equation

Solved by Newton's method from many starts; the least that is found counts.  Imports nothing of the project.
"""

from itertools import product

import numpy as np

STEP, STARTS, TURNS = 1e-6, 6, 60


def ellipsoid(a, b, c):
    """Surface of half axes a, b, c by two angles: points and both derivatives (3, ...)."""

    def at(s, t):
        x = np.array([a * np.cos(s) * np.cos(t), b * np.sin(s) * np.cos(t), c * np.sin(t)])
        by_s = np.array([-a * np.sin(s) * np.cos(t), b * np.cos(s) * np.cos(t), 0.0 * s])
        by_t = np.array([-a * np.cos(s) * np.sin(t), -b * np.sin(s) * np.sin(t), c * np.cos(t)])
        return x, by_s, by_t

    return at


def torus(major, minor):
    """Surface about z by two angles."""

    def at(s, t):
        rho = major + minor * np.cos(t)
        x = np.array([rho * np.cos(s), rho * np.sin(s), minor * np.sin(t)])
        by_s = np.array([-rho * np.sin(s), rho * np.cos(s), 0.0 * s])
        by_t = minor * np.array([-np.sin(t) * np.cos(s), -np.sin(t) * np.sin(s), np.cos(t)])
        return x, by_s, by_t

    return at


def bezier(points):
    """Patch of control points (4, 4, 3) by two parameters from 0 to 1."""

    def row(t):
        return np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])

    def slope(t):
        return 3 * np.array([-((1 - t) ** 2), (1 - t) * (1 - 3 * t), t * (2 - 3 * t), t * t])

    def at(s, t):
        pairs = ((row(s), row(t)), (slope(s), row(t)), (row(s), slope(t)))
        return tuple(np.einsum("i...,j...,ijk->k...", p, q, points) for p, q in pairs)

    return at


def placed(surface, T):
    """A surface after a pose (4, 4)."""

    def at(s, t):
        x, by_s, by_t = surface(s, t)
        turned = [np.tensordot(T[:3, :3], each, 1) for each in (x, by_s, by_t)]
        return (turned[0] + T[:3, 3].reshape(3, *[1] * (turned[0].ndim - 1)), *turned[1:])

    return at


def nearest_parameters(first, second, low, high, bounded):
    """Least distance of two surfaces over parameters (4,), and where; `bounded`: which of them have ends."""
    best = np.inf, None
    for held in product(*[("free", "low", "high") if edge else ("free",) for edge in bounded]):
        free = [k for k in range(4) if held[k] == "free"]
        fixed = np.array([high[k] if held[k] == "high" else low[k] for k in range(4)])
        for start in _starts(first, second, low, high, fixed, free):
            p = newton(lambda x, f=fixed, r=free: _slopes(first, second, _with(f, r, x))[r], start[free])
            p = _with(fixed, free, p)
            is_within = all(low[k] <= p[k] <= high[k] for k in range(4) if bounded[k])
            distance = np.linalg.norm(first(*p[:2])[0] - second(*p[2:])[0])
            if (
                is_within
                and np.abs(_slopes(first, second, p)[free]).max(initial=0.0) < 1e-9
                and distance < best[0]
            ):
                best = float(distance), p
    return best


def _with(fixed, free, x):
    p = fixed.copy()
    p[free] = x
    return p


def _slopes(first, second, p):
    x, x_s, x_t = first(p[0], p[1])
    y, y_u, y_v = second(p[2], p[3])
    return np.array([(x - y) @ x_s, (x - y) @ x_t, (x - y) @ y_u, (x - y) @ y_v])


def _starts(first, second, low, high, fixed, free):
    """The best of a grid of parameters."""
    ticks = [np.linspace(low[k], high[k], 9) if k in free else fixed[k : k + 1] for k in range(4)]
    grids = [np.meshgrid(*pair, indexing="ij") for pair in (ticks[:2], ticks[2:])]
    p, r = (np.stack([each.ravel() for each in grid]) for grid in grids)
    apart = np.linalg.norm(first(*p)[0][:, :, None] - second(*r)[0][:, None], axis=0)
    order = np.unravel_index(np.argsort(apart, axis=None)[:STARTS], apart.shape)
    return [np.concatenate([p[:, i], r[:, j]]) for i, j in zip(*order, strict=True)]


def newton(equations, x):
    """A root from a start, with steps that are halved until the residual falls."""
    left = equations(x)
    for _ in range(TURNS):
        if len(x) == 0 or np.abs(left).max() < 1e-15:
            break
        slopes = np.array(
            [(equations(x + e) - equations(x - e)) / (2 * STEP) for e in STEP * np.eye(len(x))]
        ).T
        step = np.linalg.lstsq(slopes, -left, rcond=None)[0]
        for share in 0.5 ** np.arange(12):
            after = equations(x + share * step)
            if np.linalg.norm(after) < np.linalg.norm(left):
                break
        else:
            break
        x, left = x + share * step, after
    return x


def nearest_algebraic(f, g, starts):
    """Least distance of f(x) = 0 and g(y) = 0, each a value and a gradient; from starts (x, y)."""

    def equations(z):
        x, y, (value, slope), (other, bend) = z[:3], z[3:6], f(z[:3]), g(z[3:6])
        return np.concatenate([[value, other], x - y - z[6] * slope, x - y - z[7] * bend])

    found = []
    for x, y in starts:
        slope, bend = f(x)[1], g(y)[1]
        shares = [(x - y) @ n / (n @ n) for n in (slope, bend)]
        z = newton(equations, np.concatenate([x, y, shares]))
        if np.abs(equations(z)).max() < 1e-10:
            found.append(float(np.linalg.norm(z[:3] - z[3:6])))
    return min(found)
