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

export const FAMILY_MOTIFS = {
  dogbed: (c: ScenePalette) => `
    <path d="M8 62c0-15 17-24 40-24s40 9 40 24-15 18-40 18S8 77 8 62z" fill="${c.main}"/><path d="M16 52c7-6 18-9 32-9" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <ellipse cx="48" cy="58" rx="29" ry="12" fill="${CREAM}"/>
    <path d="M30 60c1-13 12-17 20-16 10 1 16 7 16 15-7 6-29 7-36 1z" fill="#B7793F"/><path d="M64 56c7-1 8-8 4-10" stroke="#B7793F" stroke-width="4" fill="none" stroke-linecap="round"/>
    <path d="M26 58c-1-7 5-10 10-9 5 0 8 4 7 9-1 4-15 5-17 0z" fill="#C98A4E"/><path d="M38 49c4 0 6 4 5 9-4-1-6-5-5-9z" fill="#8F5A2B"/><circle cx="27" cy="57" r="1.8" fill="${INK}"/><path d="M32 54c1-1 2-1 3 0" stroke="${INK}" stroke-width="1.2" fill="none" stroke-linecap="round"/>`,
  cattree: (c: ScenePalette) => `
    <rect x="14" y="74" width="68" height="6" rx="3" fill="${c.main}"/><rect x="26" y="30" width="8" height="44" fill="${WOOD}"/><rect x="62" y="46" width="8" height="28" fill="${WOOD}"/>
    <path d="M26 36h8M26 42h8M26 48h8M26 54h8M26 60h8M26 66h8M62 52h8M62 58h8M62 64h8M62 70h8" stroke="${WOOD_DEEP}" stroke-width="1.5"/>
    <rect x="12" y="25" width="38" height="7" rx="3.5" fill="${c.main}"/><rect x="48" y="42" width="38" height="7" rx="3.5" fill="${c.deep}"/>
    <path d="M40 74V60c0-6 14-6 14 0v14z" fill="${c.deep}"/><path d="M43 74V63c0-4 8-4 8 0v11z" fill="${INK}"/>
    <path d="M56 42c-1-9 4-14 11-14 8 0 12 6 11 14z" fill="${SLATE}"/><path d="M54 30l1-8 5 4h5l5-4 1 8c0 5-3 8-8 8s-9-3-9-8z" fill="${SLATE}"/><circle cx="59.5" cy="30" r="1.2" fill="#F1C77A"/><circle cx="66" cy="30" r="1.2" fill="#F1C77A"/><path d="M78 40c6 0 6-8 2-10" stroke="${SLATE}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M16 32v10" stroke="${GREY}" stroke-width="1.2"/><circle cx="16" cy="45" r="3.5" fill="${c.accent}"/>`,
  feeder: (c: ScenePalette) => `
    <path d="M30 14h36l-2 34H32z" fill="${GLASS}"/><path d="M31 28h34l-1 20H32z" fill="#B98552"/><rect x="27" y="9" width="42" height="8" rx="4" fill="${c.deep}"/>
    <path d="M26 46h44v26a8 8 0 01-8 8H34a8 8 0 01-8-8z" fill="${c.main}"/><rect x="38" y="51" width="20" height="9" rx="3" fill="${INK}"/><path d="M42 55.500h6" stroke="#8FD0D3" stroke-width="2"/><circle cx="53" cy="55.5" r="1.5" fill="${c.accent}"/>
    <path d="M36 72c0-6 24-6 24 0z" fill="${INK}"/><path d="M24 70h48l-5 10H29z" fill="${STEEL}"/><path d="M30 70c3-5 8-3 10-5 4-3 10-2 12 1 5-2 11 0 13 4z" fill="#B98552"/>
    <path d="M34 20v24" stroke="${WHITE}" stroke-width="2.5" stroke-linecap="round" opacity=".7"/>`,
  litterbox: (c: ScenePalette) => `
    <path d="M12 58c0-24 12-34 36-34s36 10 36 34z" fill="${c.light}"/><path d="M20 48c3-11 11-17 22-18" stroke="${WHITE}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M8 56h80l-4 20a5 5 0 01-5 4H17a5 5 0 01-5-4z" fill="${c.main}"/><path d="M8 56h80l-1 5H9z" fill="${c.deep}"/>
    <path d="M32 68V50c0-16 32-16 32 0v18z" fill="${INK}"/><path d="M36 68V52c0-12 24-12 24 0v16z" fill="#20242A"/>
    <path d="M40 60l1-9 4 4h6l4-4 1 9c0 5-4 8-8 8s-8-3-8-8z" fill="#C98A4E"/><circle cx="45" cy="60" r="1.2" fill="${INK}"/><circle cx="51" cy="60" r="1.2" fill="${INK}"/><path d="M47 63h2" stroke="${INK}" stroke-width="1.2" stroke-linecap="round"/>`,
  harness: (c: ScenePalette) => `
    <path d="M28 80c-2-18 0-30 8-38h24c8 8 10 20 8 38z" fill="#C98A4E"/><path d="M40 80c-1-10 0-20 8-24 8 4 9 14 8 24z" fill="#E8D0AE"/>
    <path d="M30 54c10 10 26 10 36 0l1 9c-10 9-28 9-38 0z" fill="${c.main}"/><path d="M44 60h8v20h-8z" fill="${c.main}"/><path d="M33 59c9 6 21 6 30 0" stroke="${c.light}" stroke-width="2" fill="none" stroke-dasharray="4 3"/><circle cx="48" cy="64" r="4" fill="none" stroke="${STEEL}" stroke-width="2.5"/>
    <path d="M30 30c0-14 8-20 18-20s18 6 18 20c0 12-8 20-18 20s-18-8-18-20z" fill="#C98A4E"/><path d="M31 16c-8 0-10 10-8 20 6 0 10-4 11-12zM65 16c8 0 10 10 8 20-6 0-10-4-11-12z" fill="#8F5A2B"/>
    <path d="M38 38c0-6 4-9 10-9s10 3 10 9-4 10-10 10-10-4-10-10z" fill="#E8D0AE"/><ellipse cx="48" cy="34" rx="4" ry="2.8" fill="${INK}"/><path d="M48 37v3M44 42c2 2 6 2 8 0" stroke="${INK}" stroke-width="1.5" fill="none" stroke-linecap="round"/><circle cx="40" cy="26" r="2" fill="${INK}"/><circle cx="56" cy="26" r="2" fill="${INK}"/>`,
  fountain: (c: ScenePalette) => `
    <path d="M48 50c-1-16 12-22 18-12 3 5 3 10 3 16" fill="none" stroke="#93B3D8" stroke-width="4" stroke-linecap="round"/><path d="M48 50c1-16-12-22-18-12-3 5-3 10-3 16" fill="none" stroke="#93B3D8" stroke-width="4" stroke-linecap="round"/>
    <rect x="44" y="36" width="8" height="20" rx="4" fill="${c.deep}"/>
    <ellipse cx="48" cy="56" rx="38" ry="9" fill="${c.light}"/><ellipse cx="48" cy="56" rx="31" ry="6" fill="#A9CBE4"/><path d="M26 56c5-2 10-2 14 0M58 57c4-2 8-2 12 0" stroke="${WHITE}" stroke-width="1.8" fill="none" stroke-linecap="round"/>
    <path d="M10 57c0 16 8 23 16 23h44c8 0 16-7 16-23-6 10-70 10-76 0z" fill="${c.main}"/><path d="M20 68c2 4 5 7 9 8" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/><circle cx="48" cy="73" r="2" fill="${c.accent}"/>`,
  stroller: (c: ScenePalette) => `
    <path d="M28 58l34 16M66 56L32 74M74 58l10-36" stroke="${SLATE}" stroke-width="3.5" stroke-linecap="round"/><path d="M78 24c2-6 6-6 10-4" stroke="${INK}" stroke-width="5" fill="none" stroke-linecap="round"/>
    <path d="M18 36h60c-2 16-12 24-28 24S22 52 18 36z" fill="${c.main}"/><path d="M18 36C18 20 30 10 48 10v26z" fill="${c.deep}"/><path d="M48 36V10c-8 6-12 14-13 26zM30 36c0-9 2-15 6-21" fill="none" stroke="${c.light}" stroke-width="1.8"/>
    <path d="M27 44c5 7 12 10 22 10" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/>
    <g fill="${INK}"><circle cx="28" cy="73" r="8"/><circle cx="68" cy="73" r="8"/></g><g fill="${STEEL}"><circle cx="28" cy="73" r="3.5"/><circle cx="68" cy="73" r="3.5"/></g>`,
  crib: (c: ScenePalette) => `
    <path d="M14 24v56M82 24v56" stroke="${c.deep}" stroke-width="6" stroke-linecap="round"/>
    <path d="M18 58h60v8H18z" fill="${CREAM}"/><path d="M18 54c4-6 16-6 20 0v4H18z" fill="${WHITE}"/><path d="M40 56c10-5 28-5 38 0v5H40z" fill="${c.light}"/>
    <path d="M26 34v36M36 34v36M46 34v36M56 34v36M66 34v36M75 34v36" stroke="${c.main}" stroke-width="3.5"/>
    <rect x="12" y="30" width="72" height="6" rx="3" fill="${c.main}"/><rect x="12" y="68" width="72" height="6" rx="3" fill="${c.main}"/>
    <path d="M48 4v8M34 14h28M36 14v6M48 12v9M60 14v6" stroke="${GREY}" stroke-width="1.5" fill="none"/><circle cx="36" cy="22" r="3" fill="#E5B0BC"/><path d="M48 20l1 2 2 .3-1.5 1.6.300 2.3-1.8-1-1.8 1 .3-2.300L45 22.300l2-.300z" fill="#D9A441"/><circle cx="60" cy="22" r="3" fill="#93B3D8"/>`,
  highchair: (c: ScenePalette) => `
    <path d="M34 48L24 80M62 48l10 32M29 66h38" stroke="${WOOD}" stroke-width="5" stroke-linecap="round"/><path d="M32 74h32" stroke="${WOOD_DEEP}" stroke-width="4" stroke-linecap="round"/>
    <path d="M34 20c0-8 28-8 28 0l3 26H31z" fill="${c.main}"/><path d="M39 20c1-4 17-4 18 0l2 18H37z" fill="${c.light}" opacity=".7"/><rect x="28" y="44" width="40" height="9" rx="4.5" fill="${c.deep}"/>
    <path d="M18 36h60a4 4 0 010 8H18a4 4 0 010-8z" fill="${WHITE}"/><path d="M16 42h64" stroke="${STEEL}" stroke-width="2.5"/>
    <path d="M26 30h13c0 4-2 6-6 6s-7-2-7-6z" fill="${c.accent}"/><circle cx="30" cy="28.5" r="2.5" fill="#C8492F"/><circle cx="35" cy="28.5" r="2.5" fill="${LEAF}"/><path d="M56 35l8-6" stroke="${GREY}" stroke-width="2.5" stroke-linecap="round"/>`,
  blocks: (c: ScenePalette) => `
    <rect x="12" y="56" width="24" height="24" rx="3" fill="${c.main}"/><rect x="38" y="56" width="24" height="24" rx="3" fill="#4A78B0"/><rect x="64" y="56" width="20" height="24" rx="3" fill="#7F9A86"/>
    <path d="M24 32h46v24H58c0-12-22-12-22 0H24z" fill="#D9A441"/><path d="M30 32L47 10l17 22z" fill="#B8352B"/><path d="M30 32L47 10l2 3-13 19z" fill="#D86A60"/>
    <circle cx="24" cy="68" r="6" fill="${c.light}"/><path d="M50 62l2 4 4.5.500-3.3 3 .9 4.5-4.1-2.2-4.1 2.2.900-4.5-3.3-3 4.5-.500z" fill="#93B3D8"/><path d="M69 73h10l-5-10z" fill="#B5C8B8"/><path d="M28 36h10" stroke="#F0CE86" stroke-width="2.5" stroke-linecap="round"/>`,
  monitor: (c: ScenePalette) => `
    <path d="M34 34l-4-24" stroke="${INK}" stroke-width="5" stroke-linecap="round"/><rect x="22" y="30" width="36" height="50" rx="9" fill="${c.main}"/><rect x="27" y="36" width="26" height="18" rx="4" fill="${INK}"/>
    <path d="M31 48v-3M36 48v-6M41 48v-8" stroke="#8FD0D3" stroke-width="3" stroke-linecap="round"/><g fill="${c.deep}">${[60, 65, 70].map((y) => [33, 38, 43, 48].map((x) => `<circle cx="${x}" cy="${y}" r="1.4"/>`).join('')).join('')}</g>
    <path d="M68 54v-8" stroke="${INK}" stroke-width="4" stroke-linecap="round"/><circle cx="74" cy="66" r="14" fill="${c.light}"/><circle cx="74" cy="64" r="6" fill="${INK}"/><circle cx="76" cy="62" r="2" fill="${WHITE}"/><circle cx="74" cy="75" r="1.5" fill="${c.accent}"/>
    <path d="M64 34c4-5 12-5 16 0M60 28c7-8 17-8 24 0" stroke="${GREY}" stroke-width="2.5" fill="none" stroke-linecap="round" opacity=".7"/>`,
}
