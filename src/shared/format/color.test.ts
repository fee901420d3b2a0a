import { expect, test } from 'vitest'
import { contrastOf, legibleOn } from './color.ts'

test('contrast is as WCAG defines it', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBe(21)
  expect(contrastOf('#FFFFFF', '#ffffff')).toBe(1)
  // The example of its understanding documents: the lightest grey that may be text on white.
  expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
})

test('a readable colour stays, and another is changed as little as possible, away from its background', () => {
  expect(legibleOn('#FFFFFF', '#2D5FA8')).toBe('#2d5fa8')
  for (const color of ['#F1C77A', '#C4581C', '#FFFFFF', '#777777', '#0B5E63', '#000000']) {
    for (const ground of ['#FFFFFF', '#1C1F25']) {
      const legible = legibleOn(ground, color)
      expect(contrastOf(legible, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      if (contrastOf(color, ground) >= 4.5) expect(legible).toBe(color.toLowerCase())
    }
  }
  // Yellow becomes brown on white, not black.
  expect(legibleOn('#FFFFFF', '#F1C77A')).not.toBe('#000000')
})
