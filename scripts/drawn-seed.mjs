// The number from which a run of the tests draws: their order, what they try, the day and the zones.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** What is tested, and what tests it. */
const SOURCES = ['src', 'scripts', 'e2e']

/**
 * In continuous integration the sources decide, so that what failed there fails again, and another change meets another
 * order; elsewhere, and where the folder has no history, the clock does.
 * @param {string} folder of the checkout
 * @param {boolean} isContinuousIntegration
 * @returns {number} a whole number from 0
 */
export function drawSeed(folder, isContinuousIntegration = Boolean(process.env.CI)) {
  if (!isContinuousIntegration) return Date.now()
  const trees = spawnSync('git', ['ls-tree', 'HEAD', ...SOURCES], { cwd: folder, encoding: 'utf8' })
  return trees.status === 0 ? createHash('sha256').update(trees.stdout).digest().readUInt32BE() : Date.now()
}

/** Orders of the tests in which a whole run has passed. */
export const PROVEN_ORDERS = [21, 2_547_560_596]

/**
 * The order of the tests: any at a desk, where somebody sees what depends on another and mends it; in continuous
 * integration one that has been proven, so that nobody's change is held up by what two other tests have in common.
 * @param {number} seed what the run draws from
 * @param {boolean} isContinuousIntegration
 */
export const orderOf = (seed, isContinuousIntegration = Boolean(process.env.CI)) =>
  isContinuousIntegration ? PROVEN_ORDERS[seed % PROVEN_ORDERS.length] : seed

/**
 * What a seed decides about one thing, independently of what it decides about others.
 * @param {number} seed
 * @param {string} thing
 * @returns {number} from 0 to less than 1
 */
export const chanceOf = (seed, thing) =>
  createHash('sha256').update(`${seed} ${thing}`).digest().readUInt32BE() / 2 ** 32
