import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SAMPLE_SITES } from '../sites.ts'
import { renderHero, renderProduct, SHOTS } from './draw.ts'
import { renderLogo } from './logos.ts'
import { MOTIFS, type MotifName } from './motif.ts'
import { SCENE_PALETTES } from './palette.ts'
import { SCENES, tintOf } from './scenes.ts'
import { STAGINGS } from './stagings.ts'

const names = Object.keys(MOTIFS) as MotifName[]

/** Parses as an image of its own and paints something on the empty ground. */
async function paints(svg: string, width: number, height: number): Promise<boolean> {
  const document = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="48" height="48">${svg}</svg>`
  const { channels } = await sharp(Buffer.from(document)).stats()
  return (channels[3]?.mean ?? 0) > 5
}

test('every motif and every scene of the sample draws', async () => {
  for (const name of names) expect(await paints(MOTIFS[name](SCENE_PALETTES.teal), 96, 96), name).toBe(true)
  for (const [name, scene] of Object.entries(SCENES)) {
    expect(scene(tintOf(0)), name).not.toMatch(/undefined|NaN/)
    expect(await paints(scene(tintOf(0)), 1200, 675), name).toBe(true)
  }
})

test('a hero is a JPEG of 1200 by 675, and the same title gives the same bytes', async () => {
  const subject = { title: 'The best air fryer toaster oven', picture: 'oven' } as const
  const first = await renderHero(subject)
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 675 })
  expect(first.equals(await renderHero(subject))).toBe(true)
  expect(first.equals(await renderHero({ ...subject, picture: 'tent' }))).toBe(false)
})

test('a product picture is a JPEG of 400 by 400', async () => {
  const look = { picture: 'oven', colour: 'navy', ground: 1, shot: 'plain' } as const
  const picture = await renderProduct(look)
  expect(picture.equals(await renderProduct(look))).toBe(true)
  expect(picture.equals(await renderProduct({ ...look, colour: 'red' }))).toBe(false)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
})

test('each way to picture a product gives another picture', async () => {
  const look = { picture: 'kettle', colour: 'teal', ground: 2 } as const
  const pictures = await Promise.all(SHOTS.map((shot) => renderProduct({ ...look, shot })))
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(SHOTS.length)
})

test('each site has its own logo, a PNG of 96 by 96', async () => {
  const logos = await Promise.all(SAMPLE_SITES.map(({ code }) => renderLogo(code)))
  for (const logo of logos) {
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 })
  }
  expect(new Set(logos.map((logo) => logo.toString('base64'))).size).toBe(9)
})

test('every motif has its stage, with one to three products on it', () => {
  for (const name of names) {
    expect(STAGINGS[name].colours.length, name).toBeGreaterThanOrEqual(1)
    expect(STAGINGS[name].colours.length, name).toBeLessThanOrEqual(3)
  }
})
