import {
  CREAM,
  GLASS,
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

export const KITCHEN_MOTIFS = {
  oven: (c: ScenePalette) => `
    <path d="M20 76v4M76 76v4" stroke="${GREY}" stroke-width="5"/>
    <rect x="10" y="28" width="76" height="49" rx="7" fill="${c.main}"/>
    <path d="M17 28h62a7 7 0 017 7v1H10v-1a7 7 0 017-7z" fill="${c.light}" opacity=".55"/>
    <rect x="16" y="36" width="48" height="34" rx="4" fill="${INK}"/>
    <path d="M20 58h40M20 50h40" stroke="#596270" stroke-width="2"/>
    <path d="M24 57c2-8 9-8 11 0M39 57c2-8 11-8 14 0" fill="#E9A35B"/>
    <path d="M21 41h38" stroke="${GREY}" stroke-width="3" stroke-linecap="round"/>
    <g fill="${INK}"><circle cx="75" cy="43" r="4.5"/><circle cx="75" cy="55" r="4.5"/></g>
    <path d="M75 43l2-3M75 55l-3-2" stroke="${WHITE}" stroke-width="1.4" stroke-linecap="round"/>
    <circle cx="75" cy="66" r="2.5" fill="${c.accent}"/>`,
  kettle: (c: ScenePalette) => `
    <rect x="26" y="75" width="44" height="5" rx="2.5" fill="${INK}"/>
    <path d="M32 68C10 70 30 38 9 33" fill="none" stroke="${c.deep}" stroke-width="4.5" stroke-linecap="round"/>
    <path d="M33 42h32l5 33H28z" fill="${c.main}"/><path d="M37 42h7l-3 33h-8z" fill="${c.light}" opacity=".6"/>
    <path d="M33 42c2-6 8-9 16-9s14 3 16 9z" fill="${c.deep}"/><rect x="44" y="27" width="10" height="6" rx="3" fill="${INK}"/>
    <path d="M65 42c14-4 20 4 17 15-1 5-5 8-13 10" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round"/>
    <circle cx="51" cy="62" r="4" fill="${c.accent}"/>`,
  espresso: (c: ScenePalette) => `
    <path d="M20 20h56v14H62v34h14v12H20z" fill="${c.main}"/>
    <path d="M20 20h56v6H20z" fill="${c.light}"/>
    <rect x="20" y="70" width="56" height="4" fill="${c.deep}"/>
    <rect x="60" y="34" width="13" height="6" rx="2" fill="${INK}"/>
    <path d="M66 40v6M58 43h-8" stroke="${INK}" stroke-width="3.5" stroke-linecap="round"/>
    <path d="M65 47v9M68 47v9" stroke="#7A4B2A" stroke-width="1.2"/>
    <path d="M60 56h13v8a5 5 0 01-5 5h-3a5 5 0 01-5-5z" fill="${WHITE}"/>
    <path d="M73 58c4 0 4 6 0 6" fill="none" stroke="${WHITE}" stroke-width="1.8"/>
    <circle cx="36" cy="42" r="7" fill="${CREAM}"/><path d="M36 42l3.5-3.5" stroke="${INK}" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M30 57h12" stroke="${c.accent}" stroke-width="3" stroke-linecap="round"/>
    <path d="M34 20v-5h28v5" fill="none" stroke="${GREY}" stroke-width="2.5"/>`,
  knife: (c: ScenePalette) => `
    <rect x="10" y="60" width="76" height="20" rx="5" fill="${WOOD}"/>
    <path d="M16 66h58M22 73h56" stroke="${WOOD_DEEP}" stroke-width="1.5" stroke-linecap="round"/>
    <circle cx="24" cy="53" r="8" fill="#C8492F"/><path d="M24 45c1-3 3-4 5-4M24 46c-2-2-4-2-5-1" stroke="#4F7A55" stroke-width="1.8" fill="none" stroke-linecap="round"/>
    <path d="M30 58l42-30c3 8 1 15-8 21-9 5-20 8-34 9z" fill="#E4E9EE"/>
    <path d="M30 58l42-30 1 4z" fill="${WHITE}"/>
    <path d="M71 28l14-10c4-2 7 3 4 6L74 36z" fill="${c.main}"/>
    <circle cx="78" cy="27" r="1.2" fill="${c.light}"/><circle cx="83" cy="23" r="1.2" fill="${c.light}"/>`,
  blender: (c: ScenePalette) => `
    <path d="M33 60h30l6 17a3 3 0 01-3 3H30a3 3 0 01-3-3z" fill="${c.main}"/>
    <path d="M33 60h30l1.5 5h-33z" fill="${c.deep}"/>
    <path d="M30 22h36l-5 36H35z" fill="${GLASS}"/>
    <path d="M31.5 34c6-3 11 3 17 0s11 2 15.8 0L61 58H35z" fill="#C7577A"/>
    <circle cx="42" cy="44" r="2.5" fill="#E59AB0"/><circle cx="53" cy="49" r="3" fill="#E59AB0"/><circle cx="50" cy="40" r="1.8" fill="#E59AB0"/>
    <path d="M65 28c10 0 10 18-2 19" fill="none" stroke="${GLASS}" stroke-width="4"/>
    <path d="M28 17h40v6H28z" fill="${INK}"/><rect x="41" y="12" width="14" height="6" rx="2" fill="${SLATE}"/>
    <circle cx="48" cy="72" r="4" fill="${c.accent}"/><circle cx="37" cy="72" r="1.8" fill="${c.light}"/><circle cx="59" cy="72" r="1.8" fill="${c.light}"/>`,
  mixer: (c: ScenePalette) => `
    <path d="M16 74h58a6 6 0 016 6H16z" fill="${c.deep}"/>
    <path d="M62 42h16v34H60c4-8 4-22 2-34z" fill="${c.main}"/>
    <path d="M22 24h46c10 0 14 6 14 13 0 6-5 9-12 9H26c-7 0-11-5-11-11s3-11 7-11z" fill="${c.main}"/>
    <path d="M24 27h42c6 0 10 3 11 7H19c1-4 2-7 5-7z" fill="${c.light}" opacity=".65"/>
    <circle cx="18" cy="36" r="4.5" fill="${STEEL}"/><circle cx="73" cy="39" r="2.5" fill="${c.accent}"/>
    <path d="M34 46v6M34 52c-7 4-7 12 0 17 7-5 7-13 0-17z" fill="none" stroke="${GREY}" stroke-width="2"/>
    <path d="M16 54h40c0 11-6 20-14 20H30c-8 0-14-9-14-20z" fill="${STEEL}"/>
    <path d="M16 54h40v3H16z" fill="${WHITE}" opacity=".7"/><path d="M22 60c1 5 4 10 8 11" stroke="${WHITE}" stroke-width="2" fill="none" stroke-linecap="round"/>`,
  pot: (c: ScenePalette) => `
    <path d="M14 46h68v20c0 9-6 14-14 14H28c-8 0-14-5-14-14z" fill="${c.main}"/>
    <path d="M22 50c0 12 1 20 6 25-7-1-10-5-10-11V50z" fill="${c.light}" opacity=".7"/>
    <path d="M14 51H7a3 3 0 000 8h7M82 51h7a3 3 0 010 8h-7" fill="none" stroke="${c.deep}" stroke-width="4"/>
    <path d="M12 42h72v5H12z" fill="${c.deep}"/>
    <path d="M16 42c3-11 16-15 32-15s29 4 32 15z" fill="${c.main}"/>
    <path d="M25 37c4-5 12-7 20-7" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/>
    <rect x="42" y="20" width="12" height="7" rx="3.5" fill="${STEEL}"/>`,
  skillet: (c: ScenePalette) => `
    <ellipse cx="42" cy="64" rx="36" ry="15" fill="${INK}"/>
    <ellipse cx="42" cy="60" rx="36" ry="14" fill="${SLATE}"/>
    <ellipse cx="42" cy="61" rx="30" ry="10.5" fill="${INK}"/>
    <path d="M74 52l18-12c4-2 6 3 3 6L80 59z" fill="${c.main}"/>
    <path d="M24 61c-3-6 6-8 11-7 6-4 15-2 17 3 8 1 6 9-3 8-7 5-21 4-25-4z" fill="${WHITE}"/>
    <circle cx="38" cy="60" r="5.5" fill="#EDB03E"/><path d="M35 58c1-1.5 2-2 4-2" stroke="#F9DC92" stroke-width="1.5" fill="none" stroke-linecap="round"/>
    <path d="M30 44c-3-4 3-6 0-10M42 42c-3-4 3-6 0-10M54 44c-3-4 3-6 0-10" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".6"/>`,
  ricecooker: (c: ScenePalette) => `
    <rect x="24" y="76" width="48" height="4" rx="2" fill="${INK}"/>
    <path d="M16 48h64v18c0 7-5 11-12 11H28c-7 0-12-4-12-11z" fill="${c.main}"/>
    <path d="M16 48c0-14 14-21 32-21s32 7 32 21z" fill="${c.light}"/>
    <path d="M14 46h68v5H14z" fill="${STEEL}"/>
    <path d="M30 30c4-10 32-10 36 0" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>
    <rect x="38" y="56" width="20" height="15" rx="4" fill="${INK}"/><rect x="41" y="59" width="14" height="4" rx="1" fill="#8FD0D3"/><circle cx="48" cy="67" r="1.8" fill="${c.accent}"/>
    <path d="M66 22c-3-4 3-6 0-10M72 25c-3-4 3-6 0-10" stroke="${GREY}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".55"/>`,
  grinder: (c: ScenePalette) => `
    <path d="M34 52h28v22a6 6 0 01-6 6H40a6 6 0 01-6-6z" fill="${WOOD}"/>
    <path d="M34 58h28M34 64h28M34 70h28" stroke="${WOOD_DEEP}" stroke-width="1.5"/>
    <path d="M36 24h24v28H36z" fill="${c.main}"/><path d="M40 24h5v28h-5z" fill="${c.light}" opacity=".6"/>
    <path d="M33 48h30v6H33z" fill="${INK}"/><path d="M34 20h28v6H34z" fill="${STEEL}"/>
    <path d="M48 20v-5h27" fill="none" stroke="${GREY}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
    <rect x="70" y="6" width="9" height="12" rx="4" fill="${WOOD_DEEP}"/>
    <g fill="#6B4226"><ellipse cx="18" cy="76" rx="5" ry="3.5"/><ellipse cx="76" cy="77" rx="5" ry="3.2"/><ellipse cx="26" cy="78" rx="4" ry="2.5"/></g>
    <path d="M14 76c3-1 5 1 8 0M72 77c3-1 5 1 8 0" stroke="#9A6B48" stroke-width="1" fill="none"/>`,
  jars: (c: ScenePalette) => `
    <rect x="10" y="48" width="36" height="32" rx="5" fill="${GLASS}"/><path d="M12 58h32v17a3 3 0 01-3 3H15a3 3 0 01-3-3z" fill="#D9A05B"/>
    <rect x="8" y="43" width="40" height="7" rx="3" fill="${c.main}"/>
    <rect x="50" y="56" width="36" height="24" rx="5" fill="${GLASS}"/><path d="M52 65h32v10a3 3 0 01-3 3H55a3 3 0 01-3-3z" fill="#7FA45C"/>
    <rect x="48" y="51" width="40" height="7" rx="3" fill="${c.main}"/>
    <rect x="54" y="30" width="28" height="21" rx="4" fill="${GLASS}"/><path d="M56 38h24v9a2 2 0 01-2 2H58a2 2 0 01-2-2z" fill="#C8492F"/>
    <rect x="52" y="25" width="32" height="7" rx="3" fill="${c.deep}"/>
    <path d="M15 53v20M55 61v12M58 35v10" stroke="${WHITE}" stroke-width="2" stroke-linecap="round" opacity=".7"/>`,
  board: (c: ScenePalette) => `
    <rect x="26" y="12" width="48" height="68" rx="8" fill="${WOOD}"/>
    <path d="M26 28h48M26 45h48M26 62h48M38 12v16M58 12v16M32 28v17M50 28v17M66 28v17M40 45v17M60 45v17M32 62v18M52 62v18" stroke="${WOOD_DEEP}" stroke-width="1.5"/>
    <circle cx="50" cy="20" r="4" fill="${WOOD_DEEP}"/>
    <circle cx="22" cy="68" r="12" fill="${c.main}"/><path d="M15 65c1-4 4-6 7-6" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/><path d="M22 57c1-3 3-5 6-5M22 57c-2-2-5-2-7-1M22 57c3 1 5 2 6 4" stroke="${LEAF}" stroke-width="2" fill="none" stroke-linecap="round"/>`,
}
