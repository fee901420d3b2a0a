import { createRandom } from '../random.ts'

const SIGNS = '0123456789BCDFGHJKLMNPQRSTVWXYZ'

/** Looks like a current ASIN; the same product always has the same one. */
export function inventedAsin(name: string): string {
  const random = createRandom(`asin ${name}`)
  const signs = Array.from({ length: 7 }, () => random.pick([...SIGNS]))
  return `B0${random.pick(['7', '8', '9', 'B', 'C', 'D'])}${signs.join('')}`
}
