import { describe, expect, it } from 'vitest'
import { PALETTES, TEXT_PAIRS, type ThemeName, tokensCss } from './tokens.ts'

const HEX = /^#[0-9A-F]{6}$/i

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(Object.keys(PALETTES) as ThemeName[])('the %s theme', (name) => {
  const colors = PALETTES[name]

  it.each(TEXT_PAIRS)('%s can be read on %s', (text, ground) => {
    expect(colors[text]).toMatch(HEX)
    expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['field', 'accent'] as const)('%s stands out from the sheet and the ground', (outline) => {
    expect(contrast(colors[outline], colors.sheet)).toBeGreaterThanOrEqual(3)
    expect(contrast(colors[outline], colors.ground)).toBeGreaterThanOrEqual(3)
  })
})

describe('the stylesheet', () => {
  it('carries every token of both themes', () => {
    const css = tokensCss()
    expect(css).toContain('--accent-hover: #094E52;')
    expect(css).toMatch(/:root\[data-theme="dark"\] \{\s+color-scheme: dark;/)
    const names = css.match(/^ {2}--[a-z-]+:/gm) ?? []
    expect(names.length).toBe(Object.keys(PALETTES.light).length + Object.keys(PALETTES.dark).length + 5)
  })
})
