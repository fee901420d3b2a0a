import {
  CREAM,
  GLASS,
  GLOW,
  GREY,
  INK,
  LEAF,
  type Palette,
  SLATE,
  STEEL,
  WHITE,
  WOOD,
  WOOD_DEEP,
} from './palette.ts'

export const HOME_MOTIFS = {
  robot: (c: Palette) => `
    <ellipse cx="48" cy="74" rx="38" ry="6" fill="${INK}"/>
    <path d="M10 60h76v8c0 6-17 10-38 10S10 74 10 68z" fill="${c.deep}"/>
    <ellipse cx="48" cy="60" rx="38" ry="15" fill="${c.main}"/><ellipse cx="48" cy="58.5" rx="32" ry="11.5" fill="${c.light}" opacity=".5"/>
    <ellipse cx="48" cy="56" rx="12" ry="5" fill="${INK}"/><path d="M36 52h24v4H36z" fill="${INK}"/><ellipse cx="48" cy="52" rx="12" ry="5" fill="${SLATE}"/>
    <circle cx="48" cy="67" r="2.2" fill="${c.accent}"/>`,
  vacuum: (c: Palette) => `
    <path d="M58 20L32 72" stroke="${GREY}" stroke-width="4.5" stroke-linecap="round"/>
    <path d="M16 72h34a4 4 0 014 4v4H12v-4a4 4 0 014-4z" fill="${INK}"/><path d="M18 76h30" stroke="${c.accent}" stroke-width="2" stroke-linecap="round"/>
    <path d="M44 36l14-27 16 8-14 27c-2 4-6 5-10 3s-8-7-6-11z" fill="${c.main}"/><path d="M50 34l11-21" stroke="${c.light}" stroke-width="3" stroke-linecap="round"/>
    <path d="M66 13c14-4 22 6 16 18l-5 9" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>
    <rect x="70" y="36" width="13" height="14" rx="3" fill="${c.deep}"/>`,
  purifier: (c: Palette) => `
    <rect x="26" y="16" width="44" height="64" rx="10" fill="${c.light}"/><rect x="26" y="16" width="44" height="14" rx="7" fill="${c.main}"/>
    <ellipse cx="48" cy="22" rx="15" ry="3.5" fill="${c.deep}"/>
    <g fill="${c.deep}" opacity=".75">${[42, 48, 54, 60, 66, 72].map((y) => [34, 39.6, 45.2, 50.8, 56.4, 62].map((x) => `<circle cx="${x}" cy="${y}" r="1.4"/>`).join('')).join('')}</g>
    <circle cx="48" cy="34" r="2" fill="${c.accent}"/>
    <path d="M38 10c3-3 6 3 9 0s6 3 9 0M42 4c2-2 4 2 6 0s4 2 6 0" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".6"/>`,
  humidifier: (c: Palette) => `
    <path d="M46 24c-7-6 5-9-1-16M54 24c6-7-4-8 1-14" stroke="${GREY}" stroke-width="3" fill="none" stroke-linecap="round" opacity=".5"/>
    <path d="M48 22c17 12 26 26 26 38 0 13-11 20-26 20s-26-7-26-20c0-12 9-26 26-38z" fill="${c.light}"/>
    <path d="M22.5 56h51c2 16-10 24-25.5 24S20.5 72 22.5 56z" fill="${c.main}"/>
    <path d="M34 44c-4 5-6 10-6 14" stroke="${WHITE}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <circle cx="48" cy="69" r="4.5" fill="${c.deep}"/><circle cx="48" cy="69" r="1.8" fill="${c.accent}"/><rect x="43" y="22" width="10" height="5" rx="2.5" fill="${c.deep}"/>`,
  heater: (c: Palette) => `
    <path d="M22 80h10M64 80h10" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>
    <rect x="14" y="24" width="68" height="52" rx="8" fill="${c.main}"/><rect x="20" y="32" width="46" height="38" rx="4" fill="${INK}"/>
    <path d="M24 40h38M24 49h38M24 58h38" stroke="#E9743A" stroke-width="4" stroke-linecap="round"/><path d="M26 40h34M26 49h34M26 58h34" stroke="#F6BF7E" stroke-width="1.5" stroke-linecap="round"/>
    <path d="M30 32v38M43 32v38M56 32v38" stroke="#596270" stroke-width="1.5"/>
    <circle cx="74" cy="41" r="4" fill="${CREAM}"/><path d="M74 41l1.8-2.5" stroke="${INK}" stroke-width="1.4"/><circle cx="74" cy="55" r="4" fill="${CREAM}"/><circle cx="74" cy="66" r="1.8" fill="#E9743A"/>`,
  pillow: (c: Palette) => `
    <path d="M12 64c-4-6-2-11 2-13 20 4 48 4 68 0 4 2 6 8 2 14 3 7 1 12-3 14-20-3-46-3-66 0-5-2-6-9-3-15z" fill="${c.main}"/>
    <path d="M18 56c18 3 42 3 60 0" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/>
    <path d="M15 40c-4-6-3-12 2-14 19 5 43 5 62 0 5 2 6 8 2 14 3 7 2 12-2 14-20-4-42-4-62 0-4-2-5-8-2-14z" fill="${c.light}"/>
    <path d="M22 32c17 3 35 3 52 0M24 47c6-1 12-2 18-2" stroke="${WHITE}" stroke-width="2.5" fill="none" stroke-linecap="round"/>
    <path d="M66 42c3 2 6 2 9 1" stroke="${c.main}" stroke-width="2" fill="none" stroke-linecap="round"/>`,
  lamp: (c: Palette) => `
    <path d="M46 44L74 76H20z" fill="${GLOW}" opacity=".45"/>
    <path d="M52 80h28" stroke="${c.deep}" stroke-width="6" stroke-linecap="round"/>
    <path d="M66 78L76 44 50 24" fill="none" stroke="${INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/><circle cx="76" cy="44" r="4.5" fill="${c.deep}"/>
    <path d="M26 44c-2-16 8-26 20-26l12 14z" fill="${c.main}"/><path d="M31 39c0-8 5-14 12-16" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M24 45l36-14 1 4-35 13z" fill="${c.deep}"/><path d="M34 45c3 5 10 3 12-4z" fill="${WHITE}"/>`,
  hamper: (c: Palette) => `
    <path d="M26 36c-4-12 8-18 16-12 4-8 20-8 22 2 8-2 12 6 6 12z" fill="#E5B0BC"/><path d="M40 36c0-8 4-12 8-14 4 2 10 6 10 14z" fill="#93B3D8"/>
    <path d="M22 36h52l-5 40a4 4 0 01-4 4H31a4 4 0 01-4-4z" fill="${c.main}"/>
    <path d="M25 46h47M26 56h44M28 66h41" stroke="${c.deep}" stroke-width="2"/><path d="M34 38l3 42M48 38v42M62 38l-3 42" stroke="${c.light}" stroke-width="2" opacity=".8"/>
    <rect x="20" y="33" width="56" height="6" rx="3" fill="${c.deep}"/><path d="M40 45h16" stroke="${CREAM}" stroke-width="4" stroke-linecap="round"/>`,
  shelf: (c: Palette) => `
    <path d="M16 20v60M80 20v60" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>
    <g fill="${WOOD}"><rect x="14" y="36" width="68" height="5" rx="2"/><rect x="14" y="56" width="68" height="5" rx="2"/><rect x="14" y="75" width="68" height="5" rx="2"/></g>
    <path d="M22 36c0-7 2-9 6-9 2 4 8 6 12 6v3zM44 36c0-7 2-9 6-9 2 4 8 6 12 6v3z" fill="${c.main}"/><path d="M22 35h18M44 35h18" stroke="${WHITE}" stroke-width="1.8"/>
    <path d="M24 56V44h8c0 5 4 8 10 9v3zM46 56V44h8c0 5 4 8 10 9v3z" fill="${c.deep}"/>
    <path d="M24 75c0-5 3-7 8-7l10 5v2zM50 75c0-5 3-7 8-7l10 5v2z" fill="${c.light}"/><path d="M68 36v-8h8v8z" fill="${c.accent}"/>`,
  mop: (c: Palette) => `
    <path d="M68 10L42 70" stroke="${STEEL}" stroke-width="4.5" stroke-linecap="round"/><path d="M71 5l-6 14" stroke="${c.main}" stroke-width="7" stroke-linecap="round"/>
    <rect x="50" y="36" width="15" height="24" rx="5" transform="rotate(23 57 48)" fill="${GLASS}"/><path d="M49 46l13 5-4 10c-1 3-13-2-12-5z" fill="${c.light}"/>
    <path d="M14 70h54a5 5 0 015 5v5H9v-5a5 5 0 015-5z" fill="${c.main}"/><path d="M9 78h64v3H9z" fill="${c.deep}"/>
    <g fill="#93B3D8"><circle cx="16" cy="58" r="2.5"/><circle cx="24" cy="52" r="1.8"/><circle cx="25" cy="62" r="1.5"/></g>`,
  iron: (c: Palette) => `
    <path d="M10 76c2-18 16-32 40-32h24c8 0 12 5 12 12v20z" fill="${c.main}"/><path d="M20 66c5-9 14-14 28-14h16" stroke="${c.light}" stroke-width="4" fill="none" stroke-linecap="round"/>
    <path d="M8 74h80v6H12c-3 0-4-3-4-6z" fill="${STEEL}"/>
    <path d="M42 44c0-12 6-18 18-18h12c8 0 12 5 12 12v8" fill="none" stroke="${INK}" stroke-width="6" stroke-linecap="round"/>
    <circle cx="70" cy="62" r="6" fill="${c.deep}"/><path d="M70 62l3-3" stroke="${WHITE}" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M10 62c-4-3 1-6-3-10M17 52c-4-3 1-6-3-10M26 44c-4-3 1-6-3-10" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".6"/>`,
  blanket: (c: Palette) => `
    <rect x="12" y="62" width="72" height="18" rx="9" fill="${c.deep}"/><rect x="14" y="46" width="68" height="18" rx="9" fill="${c.main}"/><rect x="17" y="30" width="62" height="18" rx="9" fill="${c.light}"/>
    <g stroke="${CREAM}" stroke-width="1.6" fill="none" opacity=".75"><path d="M22 36c4 3 6-3 10 0s6-3 10 0 6-3 10 0 6-3 10 0 6-3 10 0M22 42c4 3 6-3 10 0s6-3 10 0 6-3 10 0 6-3 10 0 6-3 10 0"/><path d="M20 55c5 3 7-3 12 0s7-3 12 0 7-3 12 0 7-3 12 0 6-2 9 0"/><path d="M19 71c5 3 7-3 12 0s7-3 12 0 7-3 12 0 7-3 12 0 6-2 10 0"/></g>
    <path d="M70 30c4 2 6 6 6 9s-2 8-6 9" stroke="${c.main}" stroke-width="1.8" fill="none"/>
    <path d="M44 30c-1-8 3-14 9-16 4 6 2 13-3 16z" fill="${LEAF}"/><path d="M46 30c2-5 4-9 6-12" stroke="${CREAM}" stroke-width="1" fill="none"/><path d="M48 30c-6-2-9-6-8-11 5 1 8 5 8 11z" fill="${WOOD_DEEP}" opacity=".6"/>`,
}
