import { describe, expect, it } from 'vitest'
import { imageKey } from '#shared/features/ground/images/rules.ts'
import { fileFault } from './use-hero-image.ts'

const file = (type: string, size = 3) => new File([new Uint8Array(size)], 'hero', { type })

describe('the file of a hero image', () => {
  it("is JPEG or PNG, else 'You can only upload JPG/PNG file!' [ART-088]", () => {
    expect(fileFault([file('image/jpeg')])).toBeNull()
    expect(fileFault([file('image/png')])).toBeNull()
    for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', ''])
      expect(fileFault([file(type)])).toBe('You can only upload JPG/PNG file!')
  })

  it('is one file [ART-089]', () => {
    expect(fileFault([file('image/png'), file('image/png')])).toBe('Only one image file, please')
  })

  it('is at most 10 MB', () => {
    expect(fileFault([file('image/png', 10 * 1024 * 1024 + 1)])).toBe('At most 10 MB')
  })
})

it('the key of an image is the keyword with plus signs, a plus sign and the site [ART-156]', () => {
  expect(imageKey('air fryer toaster oven', 7)).toBe('air+fryer+toaster+oven+7')
})
