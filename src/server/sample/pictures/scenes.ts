import { CREAM, LEAF, WHITE, WOOD, WOOD_DEEP } from './palette.ts'

/** A background of 1200 × 675; products are on the line y = 520. */
export const SURFACE = 520

interface Tint {
  wall: string
  /** A little darker than the wall. */
  line: string
  /** The surface below the products, and its front edge. */
  top: string
  front: string
  /** Their shadow on it. */
  shadow: string
}

const tint = (wall: string, line: string, top: string, front: string, shadow: string): Tint => ({
  wall,
  line,
  top,
  front,
  shadow,
})

const TINTS: readonly [Tint, ...Tint[]] = [
  tint('#E4EBE4', '#D3DDD4', '#D9BC96', '#C9A67D', '#B48E63'),
  tint('#E3E8F0', '#D0D8E5', '#CFC6BC', '#BBB0A4', '#A1968A'),
  tint('#F3E6D9', '#E8D5C2', '#B98A62', '#A37750', '#8A633F'),
  tint('#F0E4EC', '#E2D1DD', '#D8BFA5', '#C5A888', '#A98C6C'),
  tint('#EDEBDD', '#DDDAC6', '#C4A987', '#AE9270', '#937958'),
  tint('#DFEAEC', '#CBDBDE', '#D5B996', '#C3A47F', '#A88962'),
]

export function tintOf(variant: number): Tint {
  return TINTS[variant % TINTS.length] ?? TINTS[0]
}

const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

const plant = (x: number, y: number, size = 1) => `
  <g transform="translate(${x} ${y}) scale(${size})"><path d="M0-34C-26-64-58-54-54-26M0-34C20-74 60-64 52-30M0-34V-86M0-40C-14-66-34-84-44-76M0-40C12-70 30-88 42-78" stroke="${LEAF}" stroke-width="9" fill="none" stroke-linecap="round"/>
  <path d="M-30-36h60l-8 36h-44z" fill="#C4764A"/><path d="M-34-44h68v12h-68z" fill="#D98A5A"/></g>`

const shelfOn = (x: number, y: number) => `
  ${rect(x, y, 250, 14, WOOD_DEEP, 3)}<g fill="#7F9A86">${rect(x + 26, y - 42, 28, 42, '#7F9A86', 2)}${rect(x + 60, y - 58, 22, 58, '#9DB3A2', 2)}${rect(x + 88, y - 36, 32, 36, '#7F9A86', 2)}</g>${plant(x + 196, y, 0.5)}`

const railOn = (x: number, y: number) => `
  ${rect(x, y, 230, 8, '#8B95A1', 4)}<g stroke="#8B95A1" stroke-width="6" stroke-linecap="round"><path d="M${x + 40} ${y + 8}v62M${x + 115} ${y + 8}v50M${x + 190} ${y + 8}v40"/></g>
  <path d="M${x + 18} ${y + 70}h44a22 22 0 01-44 0z" fill="#C4764A"/><ellipse cx="${x + 115}" cy="${y + 74}" rx="15" ry="22" fill="${WOOD_DEEP}"/><circle cx="${x + 190}" cy="${y + 74}" r="32" fill="#6A7280"/><circle cx="${x + 190}" cy="${y + 74}" r="23" fill="#7F8896"/>`

const windowOn = (x: number, y: number, width: number, height: number) => `
  ${rect(x - 12, y - 12, width + 24, height + 24, WHITE, 6)}${rect(x, y, width, height, '#CFE3EA')}
  <circle cx="${x + width * 0.72}" cy="${y + height * 0.3}" r="26" fill="#F6D99A"/>
  <path d="M${x} ${y + height * 0.75}q${width * 0.3}-60 ${width * 0.55}-8t${width * 0.45}-12V${y + height}H${x}z" fill="#A9C2A2"/>
  ${rect(x + width / 2 - 4, y, 8, height, WHITE)}${rect(x, y + height / 2 - 4, width, 8, WHITE)}${rect(x - 24, y + height + 8, width + 48, 14, WHITE, 4)}`

const counter = ({ top, front }: Tint) => rect(0, 480, 1200, 100, top) + rect(0, 576, 1200, 99, front)

const floor = ({ top, front }: Tint) =>
  `${rect(0, 440, 1200, 235, top)}${rect(0, 430, 1200, 12, WHITE)}<path d="M0 500h1200M0 580h1200M200 442l-60 58M560 442l-20 58M900 442l30 58M330 500l-60 80M760 500l20 80M1100 500l60 80M100 580l-60 95M540 580l-20 95M980 580l50 95" stroke="${front}" stroke-width="3" fill="none"/>`

function tiles({ line }: Tint): string {
  const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => {
    const offset = row % 2 === 0 ? 0 : -55
    const bricks = Array.from({ length: 12 }, (_, column) =>
      rect(offset + column * 110, row * 70, 104, 64, line, 3),
    )
    return bricks.join('')
  })
  return `<g opacity=".75">${rows.join('')}</g>`
}

function pegs({ line }: Tint): string {
  const dots = Array.from({ length: 9 }, (_, row) =>
    Array.from(
      { length: 24 },
      (_, column) => `<circle cx="${25 + column * 50}" cy="${30 + row * 50}" r="5"/>`,
    ).join(''),
  )
  return `<g fill="${line}">${dots.join('')}</g>`
}

const hills = (sky: string, sun: string, ranges: readonly [string, string, string]) => `
  ${rect(0, 0, 1200, 675, sky)}<circle cx="905" cy="150" r="62" fill="${sun}"/>
  <path d="M0 400l170-150 120 96 170-190 220 210 150-110 370 220v200H0z" fill="${ranges[0]}"/>
  <path d="M0 450q200-90 430-20t420-30 350 20v260H0z" fill="${ranges[1]}"/><path d="M0 495q300-40 620-12t580-8v200H0z" fill="${ranges[2]}"/>`

const pine = (x: number, y: number, size: number) => `
  <g transform="translate(${x} ${y}) scale(${size})"><path d="M-7 0h14v-30H-7z" fill="#6B5138"/><path d="M0-190l46 80H24l40 76H-64l40-76h-22z" fill="#5E8062"/><path d="M0-190l46 80H24l40 76H0z" fill="#4F7055"/></g>`

const cloud = (x: number, y: number) =>
  `<path d="M${x} ${y}a26 26 0 0126-26 40 40 0 0176-8 30 30 0 0142 34z" fill="${WHITE}" opacity=".8"/>`

export const SCENES = {
  kitchen: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}${tiles(t)}${shelfOn(90, 130)}${railOn(880, 84)}${counter(t)}`,
  living: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}${windowOn(110, 80, 210, 230)}${floor(t)}
     <ellipse cx="600" cy="548" rx="430" ry="62" fill="${CREAM}"/><ellipse cx="600" cy="548" rx="380" ry="50" fill="none" stroke="${t.line}" stroke-width="6"/>
     ${rect(900, 96, 150, 190, WHITE, 4)}${rect(916, 112, 118, 158, t.line)}<circle cx="975" cy="170" r="32" fill="#D98A5A"/><path d="M916 270v-40q60-46 118-4v44z" fill="#7F9A86"/>${plant(1146, 468, 1.15)}`,
  bedroom: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}<path d="M0 0h1200v300H0z" fill="${t.line}" opacity=".45"/>
     ${windowOn(830, 70, 240, 220)}<path d="M770 40h60v270q-50 20-70-10zM1070 40h60l10 260q-20 30-70 10z" fill="${WHITE}" opacity=".85"/>${rect(750, 34, 400, 10, WOOD_DEEP, 5)}
     ${rect(100, 110, 120, 150, WHITE, 4)}<path d="M124 236q40-110 72-20v20z" fill="#C39DB8"/>${rect(250, 140, 90, 110, WHITE, 4)}<circle cx="295" cy="195" r="26" fill="#F1C77A"/>${counter(t)}`,
  office: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}${windowOn(820, 70, 260, 240)}${shelfOn(100, 160)}${rect(120, 220, 150, 110, WHITE, 4)}<path d="M140 310l40-50 26 26 24-34 26 58z" fill="${t.line}"/>${counter(t)}`,
  nursery: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}<path d="M0 40q300 110 600 20t600 20" fill="none" stroke="${WOOD_DEEP}" stroke-width="4"/>
     ${[60, 180, 300, 420, 540, 660, 780, 900, 1020, 1140].map((x, i) => `<path d="M${x - 32} ${[64, 84, 90, 84, 68, 52, 46, 50, 60, 72][i]}h64l-32 62z" fill="${['#D98A5A', '#7F9A86', '#F1C77A', '#93B3D8', '#E5B0BC'][i % 5]}"/>`).join('')}
     ${floor(t)}<ellipse cx="600" cy="545" rx="420" ry="60" fill="${CREAM}"/>${plant(1146, 468, 1.1)}<circle cx="60" cy="486" r="34" fill="#93B3D8"/><path d="M28 478q32-18 64 0" stroke="${WHITE}" stroke-width="7" fill="none"/>`,
  workshop: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}${pegs(t)}
     <g transform="translate(120 60)"><path d="M40 0v150" stroke="${WOOD}" stroke-width="18" stroke-linecap="round"/><path d="M-4-6h88v34H-4z" fill="#8B95A1"/><path d="M150 0q-34 30 0 60v100" stroke="#8B95A1" stroke-width="16" fill="none" stroke-linecap="round"/></g>
     <g transform="translate(940 54)"><path d="M0 0l150 60-8 26L0 60z" fill="#C9CFD4"/><path d="M-50-4h60v70h-60z" fill="${WOOD_DEEP}"/><path d="M190 0v60" stroke="#D98A5A" stroke-width="22" stroke-linecap="round"/><path d="M190 60v90" stroke="#8B95A1" stroke-width="9"/></g>${counter(t)}`,
  hills: () =>
    `${hills('#E3EBDD', '#F1C77A', ['#C3D2BC', '#A9C09F', '#8FAB82'])}${cloud(180, 120)}${pine(110, 500, 1)}${pine(200, 512, 0.7)}${pine(1110, 500, 0.95)}<path d="M0 560q300-20 600 0t600-6v121H0z" fill="#7E9C72"/>`,
  dusk: () =>
    `${hills('#F2DCC8', '#E98B4A', ['#CDB0B4', '#9F8FA6', '#6F7391'])}${pine(90, 510, 1.1)}${pine(1060, 500, 0.8)}${pine(1140, 512, 1.1)}<path d="M0 560q300-20 600 0t600-6v121H0z" fill="#5A6080"/>`,
  lake: () =>
    `${hills('#DCE9F0', '#F6E3B4', ['#B6C9D6', '#93B0BF', '#7FA58C'])}${cloud(120, 150)}${cloud(660, 110)}${rect(0, 455, 1200, 45, '#A9CBE4')}<path d="M60 470h160M500 484h120M840 468h200" stroke="${WHITE}" stroke-width="4" stroke-linecap="round" opacity=".7"/><path d="M0 500q300-22 620-8t580-6v189H0z" fill="#D9C7A0"/>`,
  garden: () =>
    `${rect(0, 0, 1200, 675, '#DFEAEC')}<circle cx="170" cy="120" r="52" fill="#F6D99A"/>${cloud(420, 120)}${cloud(880, 90)}
     <g fill="#F3EADF">${Array.from({ length: 16 }, (_, i) => `<path d="M${i * 78 + 4} 250l33-34 33 34v250h-66z"/>`).join('')}</g><g fill="#E0D2BF">${rect(0, 300, 1200, 20, '#E0D2BF')}${rect(0, 420, 1200, 20, '#E0D2BF')}</g>
     <path d="M0 480q300-26 600-8t600-6v209H0z" fill="#93B394"/><path d="M0 560q300-20 600 0t600-6v121H0z" fill="#7F9F80"/>
     ${[90, 160, 1040, 1120].map((x, i) => `<path d="M${x} 500v-70" stroke="${LEAF}" stroke-width="7"/><circle cx="${x}" cy="420" r="20" fill="${['#D86A60', '#F0CE86', '#C39DB8', '#D98A5A'][i]}"/><circle cx="${x}" cy="420" r="8" fill="${CREAM}"/>`).join('')}`,
  studio: (t: Tint) =>
    `${rect(0, 0, 1200, 675, t.wall)}<circle cx="600" cy="330" r="270" fill="${t.line}"/><circle cx="600" cy="330" r="215" fill="${WHITE}" opacity=".35"/>${rect(0, 500, 1200, 175, t.line)}<path d="M0 500h1200v60q-600-30-1200 0z" fill="${WHITE}" opacity=".3"/>`,
} as const

export type SceneName = keyof typeof SCENES

const SHADOWS: Partial<Record<SceneName, string>> = {
  hills: '#6C8A61',
  dusk: '#4A5070',
  lake: '#BFAB80',
  garden: '#6E8F70',
}

/** Colour of a product's shadow. */
export function shadowOf(scene: SceneName, variant: number): string {
  const { shadow, line } = tintOf(variant)
  if (scene === 'studio') return '#00000022'
  if (scene === 'living' || scene === 'nursery') return line
  return SHADOWS[scene] ?? shadow
}
