import { describe, expect, it } from 'vitest'
import { contrastOf } from '#shared/format/color.ts'
import { PALETTES, TEXT_PAIRS, type ThemeName, tokensCss } from './tokens.ts'

const HEX = /^#[0-9A-F]{6}$/i

describe.each(Object.keys(PALETTES) as ThemeName[])('the %s theme', (name) => {
  const colors = PALETTES[name]

  it.each(TEXT_PAIRS)('%s is readable on %s', (text, ground) => {
    expect(colors[text]).toMatch(HEX)
    expect(contrastOf(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['field', 'accent'] as const)('%s is distinct from the sheet and the background', (outline) => {
    expect(contrastOf(colors[outline], colors.sheet)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(colors[outline], colors.ground)).toBeGreaterThanOrEqual(3)
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
