import sharp from 'sharp'
import type { SampleSiteCode } from '../site-codes.ts'

const SIDE = 96

/** Ground colour and white glyph of each title, inside 20 × 20. */
const LOGOS: Readonly<Record<SampleSiteCode, readonly [ground: string, glyph: string]>> = {
  bm: [
    '#9A5B1E',
    '<path d="M3.5 4.5h7v3.2h-7zM11.5 4.5h5v3.2h-5zM3.5 8.5h3v3.2h-3zM7.5 8.5h9v3.2h-9zM3.5 12.5h7v3.2h-7zM11.5 12.5h5v3.2h-5z" fill="#fff"/>',
  ],
  hs: ['#C4581C', '<path d="M4 15V9l6-5 6 5v6h-4v-4H8v4z" fill="#fff"/>'],
  pt: [
    '#8A2F74',
    '<g fill="#fff"><circle cx="10" cy="12.4" r="3.3"/><circle cx="5.6" cy="9.3" r="1.6"/><circle cx="8.3" cy="6.2" r="1.6"/><circle cx="11.7" cy="6.2" r="1.6"/><circle cx="14.4" cy="9.3" r="1.6"/></g>',
  ],
  nf: [
    '#2D5FA8',
    '<path d="M10 3l1.8 5.200L17 10l-5.2 1.800L10 17l-1.8-5.200L3 10l5.2-1.800z" fill="#fff"/>',
  ],
  ok: [
    '#2B7A3D',
    '<path d="M5 8.500h10V12a3 3 0 01-3 3H8a3 3 0 01-3-3z" fill="#fff"/><path d="M2.8 9.200H5M15 9.200h2.200M7.8 5.700h4.4" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>',
  ],
  ta: ['#3B6B4F', '<path d="M2.5 15.500l5.2-9.5 3.1 5.2 1.9-3L17.5 15.500z" fill="#fff"/>'],
  tj: [
    '#C2405B',
    '<path d="M5 6.500h8.500l-1.5 5H7z" fill="#fff"/><path d="M3 4.500h1.500L6 11.500h7" stroke="#fff" stroke-width="1.5" fill="none" stroke-linecap="round"/><g fill="#fff"><circle cx="7.3" cy="14.7" r="1.6"/><circle cx="12.3" cy="14.7" r="1.6"/></g>',
  ],
  tm: [
    '#0B5E63',
    '<circle cx="10" cy="10" r="5.6" fill="none" stroke="#fff" stroke-width="1.8"/><path d="M7.6 10.100l1.7 1.7 3.2-3.4" stroke="#fff" stroke-width="1.7" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
  ],
  dt: [
    '#5B4BA8',
    '<path d="M5 4.500h5.200a5.5 5.5 0 010 11H5z" fill="#fff"/><path d="M7.8 9.900l1.5 1.5 2.6-2.8" stroke="#5B4BA8" stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
  ],
}

/** The logo of a title, PNG, 96 × 96. */
export function renderLogo(code: SampleSiteCode): Promise<Buffer> {
  const [ground, glyph] = LOGOS[code]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 20 20"><rect width="20" height="20" fill="${ground}"/>${glyph}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
