import {
  CREAM,
  GLASS,
  GLOW,
  GREY,
  INK,
  LEAF,
  type ScenePalette,
  SLATE,
  STEEL,
  WHITE,
  WOOD,
  WOOD_DEEP,
} from './palette.ts'

export const HOME_MOTIFS = {
  robot: (c: ScenePalette) => `
    <ellipse cx="48" cy="74" rx="38" ry="6" fill="${INK}"/>
    <path d="M10 60h76v8c0 6-17 10-38 10S10 74 10 68z" fill="${c.deep}"/>
    <ellipse cx="48" cy="60" rx="38" ry="15" fill="${c.main}"/><ellipse cx="48" cy="58.5" rx="32" ry="11.5" fill="${c.light}" opacity=".5"/>
    <ellipse cx="48" cy="56" rx="12" ry="5" fill="${INK}"/><path d="M36 52h24v4H36z" fill="${INK}"/><ellipse cx="48" cy="52" rx="12" ry="5" fill="${SLATE}"/>
    <circle cx="48" cy="67" r="2.2" fill="${c.accent}"/>`,
  vacuum: (c: ScenePalette) => `
    <path d="M62 30L34 73" stroke="${GREY}" stroke-width="5" stroke-linecap="round"/>
    <path d="M14 70h34a5 5 0 015 5v5H9v-5a5 5 0 015-5z" fill="${c.deep}"/><path d="M9 77h44v3H9z" fill="${INK}"/><path d="M15 73.5h26" stroke="${c.light}" stroke-width="2" stroke-linecap="round"/>
    <g transform="rotate(33 62 30)"><path d="M66 4h8a9 9 0 019 9v14a9 9 0 01-9 9h-6" fill="none" stroke="${INK}" stroke-width="5"/><rect x="52" y="-2" width="19" height="24" rx="6" fill="${c.main}"/><rect x="53" y="20" width="17" height="24" rx="5" fill="${GLASS}"/><path d="M54 33h15v6a5 5 0 01-5 5h-5a5 5 0 01-5-5z" fill="${c.light}"/><path d="M56.5 3v14" stroke="${c.light}" stroke-width="2.5" stroke-linecap="round"/><rect x="52" y="18" width="19" height="4" fill="${c.deep}"/></g>`,
  purifier: (c: ScenePalette) => `
    <rect x="26" y="16" width="44" height="64" rx="10" fill="${c.light}"/><rect x="26" y="16" width="44" height="14" rx="7" fill="${c.main}"/>
    <ellipse cx="48" cy="22" rx="15" ry="3.5" fill="${c.deep}"/>
    <g fill="${c.deep}" opacity=".75">${[42, 48, 54, 60, 66, 72].map((y) => [34, 39.6, 45.2, 50.8, 56.4, 62].map((x) => `<circle cx="${x}" cy="${y}" r="1.4"/>`).join('')).join('')}</g>
    <circle cx="48" cy="34" r="2" fill="${c.accent}"/>
    <path d="M38 10c3-3 6 3 9 0s6 3 9 0M42 4c2-2 4 2 6 0s4 2 6 0" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".6"/>`,
  humidifier: (c: ScenePalette) => `
    <path d="M44 22c-6-6 4-8-1-15M53 22c6-6-4-8 1-13" stroke="${GREY}" stroke-width="3" fill="none" stroke-linecap="round" opacity=".5"/>
    <path d="M24 54c0-18 9-28 24-28s24 10 24 28z" fill="${c.light}"/><path d="M31 48c1-8 5-13 11-15" stroke="${WHITE}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M22 52h52v18a10 10 0 01-10 10H32a10 10 0 01-10-10z" fill="${c.main}"/><path d="M22 52h52v4H22z" fill="${c.deep}"/>
    <path d="M40 22h16l2 5H38z" fill="${c.deep}"/><circle cx="48" cy="68" r="5" fill="${c.deep}"/><circle cx="48" cy="68" r="2" fill="${c.accent}"/><path d="M32 62v8M37 64v6" stroke="${c.light}" stroke-width="2" stroke-linecap="round"/>`,
  heater: (c: ScenePalette) => `
    <path d="M22 80h10M64 80h10" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>
    <rect x="14" y="24" width="68" height="52" rx="8" fill="${c.main}"/><rect x="20" y="32" width="46" height="38" rx="4" fill="${INK}"/>
    <path d="M24 40h38M24 49h38M24 58h38" stroke="#E9743A" stroke-width="4" stroke-linecap="round"/><path d="M26 40h34M26 49h34M26 58h34" stroke="#F6BF7E" stroke-width="1.5" stroke-linecap="round"/>
    <path d="M30 32v38M43 32v38M56 32v38" stroke="#596270" stroke-width="1.5"/>
    <circle cx="74" cy="41" r="4" fill="${CREAM}"/><path d="M74 41l1.8-2.5" stroke="${INK}" stroke-width="1.4"/><circle cx="74" cy="55" r="4" fill="${CREAM}"/><circle cx="74" cy="66" r="1.8" fill="#E9743A"/>`,
  pillow: (c: ScenePalette) => `
    <path d="M9 58c-4-7 1-13 8-11 20 4 42 4 62 0 7-2 12 4 8 11-2 4-2 8 0 12 4 7-1 12-8 10-20-4-42-4-62 0-7 2-12-3-8-10 2-4 2-8 0-12z" fill="${c.main}"/>
    <path d="M20 55c18 4 38 4 56 0" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/><path d="M15 75c3-2 5-4 6-7M81 75c-3-2-5-4-6-7" stroke="${c.deep}" stroke-width="2" fill="none" stroke-linecap="round"/>
    <path d="M15 28c-4-7 1-12 8-10 17 4 33 4 50 0 7-2 12 3 8 10-2 4-2 8 0 11 4 7-1 12-8 10-17-3-33-3-50 0-7 2-12-3-8-10 2-3 2-7 0-11z" fill="${c.light}"/>
    <path d="M26 26c15 3 29 3 44 0" stroke="${WHITE}" stroke-width="2.5" fill="none" stroke-linecap="round"/><path d="M20 45c3-2 5-4 6-7M76 45c-3-2-5-4-6-7M21 22c2 2 4 4 5 7M75 22c-2 2-4 4-5 7" stroke="${c.main}" stroke-width="2" fill="none" stroke-linecap="round"/>`,
  lamp: (c: ScenePalette) => `
    <path d="M46 44L74 76H20z" fill="${GLOW}" opacity=".45"/>
    <path d="M52 80h28" stroke="${c.deep}" stroke-width="6" stroke-linecap="round"/>
    <path d="M66 78L76 44 50 24" fill="none" stroke="${INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/><circle cx="76" cy="44" r="4.5" fill="${c.deep}"/>
    <path d="M26 44c-2-16 8-26 20-26l12 14z" fill="${c.main}"/><path d="M31 39c0-8 5-14 12-16" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M24 45l36-14 1 4-35 13z" fill="${c.deep}"/><path d="M34 45c3 5 10 3 12-4z" fill="${WHITE}"/>`,
  hamper: (c: ScenePalette) => `
    <path d="M26 36c-4-12 8-18 16-12 4-8 20-8 22 2 8-2 12 6 6 12z" fill="#E5B0BC"/><path d="M40 36c0-8 4-12 8-14 4 2 10 6 10 14z" fill="#93B3D8"/>
    <path d="M22 36h52l-5 40a4 4 0 01-4 4H31a4 4 0 01-4-4z" fill="${c.main}"/>
    <path d="M25 46h47M26 56h44M28 66h41" stroke="${c.deep}" stroke-width="2"/><path d="M34 38l3 42M48 38v42M62 38l-3 42" stroke="${c.light}" stroke-width="2" opacity=".8"/>
    <rect x="20" y="33" width="56" height="6" rx="3" fill="${c.deep}"/><path d="M40 45h16" stroke="${CREAM}" stroke-width="4" stroke-linecap="round"/>`,
  shelf: (c: ScenePalette) => `
    <path d="M16 20v60M80 20v60" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>
    <g fill="${WOOD}"><rect x="14" y="36" width="68" height="5" rx="2"/><rect x="14" y="56" width="68" height="5" rx="2"/><rect x="14" y="75" width="68" height="5" rx="2"/></g>
    <path d="M22 36c0-7 2-9 6-9 2 4 8 6 12 6v3zM44 36c0-7 2-9 6-9 2 4 8 6 12 6v3z" fill="${c.main}"/><path d="M22 35h18M44 35h18" stroke="${WHITE}" stroke-width="1.8"/>
    <path d="M24 56V44h8c0 5 4 8 10 9v3zM46 56V44h8c0 5 4 8 10 9v3z" fill="${c.deep}"/>
    <path d="M24 75c0-5 3-7 8-7l10 5v2zM50 75c0-5 3-7 8-7l10 5v2z" fill="${c.light}"/><path d="M68 36v-8h8v8z" fill="${c.accent}"/>`,
  mop: (c: ScenePalette) => `
    <path d="M68 10L42 70" stroke="${STEEL}" stroke-width="4.5" stroke-linecap="round"/><path d="M71 5l-6 14" stroke="${c.main}" stroke-width="7" stroke-linecap="round"/>
    <rect x="50" y="36" width="15" height="24" rx="5" transform="rotate(23 57 48)" fill="${GLASS}"/><path d="M49 46l13 5-4 10c-1 3-13-2-12-5z" fill="${c.light}"/>
    <path d="M14 70h54a5 5 0 015 5v5H9v-5a5 5 0 015-5z" fill="${c.main}"/><path d="M9 78h64v3H9z" fill="${c.deep}"/>
    <g fill="#93B3D8"><circle cx="16" cy="58" r="2.5"/><circle cx="24" cy="52" r="1.8"/><circle cx="25" cy="62" r="1.5"/></g>`,
  iron: (c: ScenePalette) => `
    <path d="M10 76c2-18 16-32 40-32h24c8 0 12 5 12 12v20z" fill="${c.main}"/><path d="M20 66c5-9 14-14 28-14h16" stroke="${c.light}" stroke-width="4" fill="none" stroke-linecap="round"/>
    <path d="M8 74h80v6H12c-3 0-4-3-4-6z" fill="${STEEL}"/>
    <path d="M42 44c0-12 6-18 18-18h12c8 0 12 5 12 12v8" fill="none" stroke="${INK}" stroke-width="6" stroke-linecap="round"/>
    <circle cx="70" cy="62" r="6" fill="${c.deep}"/><path d="M70 62l3-3" stroke="${WHITE}" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M10 62c-4-3 1-6-3-10M17 52c-4-3 1-6-3-10M26 44c-4-3 1-6-3-10" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".6"/>`,
  blanket: (c: ScenePalette) => `
    <rect x="12" y="62" width="72" height="18" rx="9" fill="${c.deep}"/><rect x="14" y="46" width="68" height="18" rx="9" fill="${c.main}"/><rect x="17" y="30" width="62" height="18" rx="9" fill="${c.light}"/>
    <g stroke="${CREAM}" stroke-width="1.6" fill="none" opacity=".75"><path d="M22 36c4 3 6-3 10 0s6-3 10 0 6-3 10 0 6-3 10 0 6-3 10 0M22 42c4 3 6-3 10 0s6-3 10 0 6-3 10 0 6-3 10 0 6-3 10 0"/><path d="M20 55c5 3 7-3 12 0s7-3 12 0 7-3 12 0 7-3 12 0 6-2 9 0"/><path d="M19 71c5 3 7-3 12 0s7-3 12 0 7-3 12 0 7-3 12 0 6-2 10 0"/></g>
    <path d="M70 30c4 2 6 6 6 9s-2 8-6 9" stroke="${c.main}" stroke-width="1.8" fill="none"/>
    <path d="M44 30c-1-8 3-14 9-16 4 6 2 13-3 16z" fill="${LEAF}"/><path d="M46 30c2-5 4-9 6-12" stroke="${CREAM}" stroke-width="1" fill="none"/><path d="M48 30c-6-2-9-6-8-11 5 1 8 5 8 11z" fill="${WOOD_DEEP}" opacity=".6"/>`,
  carton: (c: ScenePalette) => `
    <path d="M16 34l32-12 32 12v36L48 80 16 70z" fill="${c.main}"/>
    <path d="M48 44l32-10v36L48 80z" fill="${c.deep}"/>
    <path d="M16 34l32-12 32 12-32 10z" fill="${c.light}"/>
    <path d="M30 29l32 10v10l6-2V37L36 26z" fill="${c.accent}" opacity=".9"/>
    <path d="M22 46l18 5v14l-18-5z" fill="${c.accent}"/>
    <path d="M25 51l12 3.4M25 56l8 2.3" stroke="${c.deep}" stroke-width="2" stroke-linecap="round"/>`,
}
