import { CREAM, GLOW, GREY, INK, type ScenePalette, SLATE, STEEL, WHITE } from './palette.ts'

export const OUTDOOR_MOTIFS = {
  tent: (c: ScenePalette) => `
    <path d="M46 24L8 80h76z" fill="${c.main}"/><path d="M46 24l38 56h8L54 24z" fill="${c.deep}"/>
    <path d="M46 24L18 65l-10 15h14z" fill="${c.light}" opacity=".5"/>
    <path d="M46 38L32 80h28z" fill="${INK}" opacity=".75"/><path d="M46 38L32 80h6c4-12 8-24 8-42z" fill="${c.accent}"/>
    <path d="M44 18l4 8M52 18l-6 8" stroke="#5B4632" stroke-width="2.5" stroke-linecap="round"/><path d="M10 77l-7 4M90 77l5 4" stroke="#5B4632" stroke-width="2" stroke-linecap="round"/>`,
  backpack: (c: ScenePalette) => `
    <path d="M36 18c0-10 24-10 24 0" fill="none" stroke="${c.deep}" stroke-width="4"/>
    <rect x="28" y="8" width="40" height="11" rx="5.5" fill="${GREY}"/>
    <path d="M26 36c0-13 8-20 22-20s22 7 22 20v36a8 8 0 01-8 8H34a8 8 0 01-8-8z" fill="${c.main}"/>
    <path d="M26 32c1-11 9-16 22-16s21 5 22 16c-12 6-32 6-44 0z" fill="${c.deep}"/>
    <rect x="32" y="50" width="32" height="24" rx="6" fill="${c.light}"/><path d="M32 58h32" stroke="${c.deep}" stroke-width="2"/><rect x="46" y="55" width="4" height="8" rx="2" fill="${INK}"/>
    <path d="M38 30v14M58 30v14" stroke="${INK}" stroke-width="3" stroke-linecap="round"/><rect x="35.5" y="40" width="5" height="5" fill="${STEEL}"/><rect x="55.5" y="40" width="5" height="5" fill="${STEEL}"/>
    <path d="M26 48c-8 2-9 10-8 18 1 5 4 7 8 7zM70 48c8 2 9 10 8 18-1 5-4 7-8 7z" fill="${c.deep}"/>`,
  sleepingbag: (c: ScenePalette) => `
    <path d="M18 46h54v34H18z" fill="${c.main}"/><ellipse cx="72" cy="63" rx="14" ry="17" fill="${c.light}"/><ellipse cx="18" cy="63" rx="10" ry="17" fill="${c.main}"/>
    <path d="M72 51c7 0 9 6 9 12s-3 11-8 11-8-4-8-10 3-8 6-8 5 3 5 7-2 5-4 5" fill="none" stroke="${c.deep}" stroke-width="2.5" stroke-linecap="round"/>
    <path d="M30 46v34M54 46v34" stroke="${INK}" stroke-width="4"/><rect x="27.5" y="58" width="5" height="7" fill="${STEEL}"/><rect x="51.5" y="58" width="5" height="7" fill="${STEEL}"/>
    <path d="M36 51h12M16 52c-3 4-3 7-3 10" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/>`,
  stove: (c: ScenePalette) => `
    <path d="M12 22h72l-4 34H16z" fill="${c.deep}"/><path d="M18 27h60l-3 24H21z" fill="${c.main}" opacity=".7"/>
    <path d="M8 56h80v18a6 6 0 01-6 6H14a6 6 0 01-6-6z" fill="${c.main}"/><path d="M10 56h76v4H10z" fill="${INK}"/>
    <path d="M18 56h24M54 56h24" stroke="${STEEL}" stroke-width="3"/>
    <path d="M24 54c-2-5 4-6 2-11 5 3 7 7 4 11zM66 54c-2-5 4-6 2-11 5 3 7 7 4 11z" fill="#5FA3D9"/><path d="M32 54c-1-3 2-4 1-7 3 2 4 5 3 7zM60 54c-1-3 2-4 1-7 3 2 4 5 3 7z" fill="#8FC3EA"/>
    <circle cx="26" cy="70" r="4.5" fill="${INK}"/><circle cx="70" cy="70" r="4.5" fill="${INK}"/><path d="M26 70v-3M70 70l2-2" stroke="${WHITE}" stroke-width="1.5"/><rect x="42" y="67" width="12" height="5" rx="2.5" fill="${c.accent}"/>`,
  headlamp: (c: ScenePalette) => `
    <path d="M12 50c0-22 16-34 36-34s36 12 36 34c0 5-1 10-3 14" fill="none" stroke="${c.main}" stroke-width="9"/>
    <path d="M12 50c0-22 16-34 36-34s36 12 36 34" fill="none" stroke="${c.light}" stroke-width="2" stroke-dasharray="5 4"/>
    <path d="M12 48c0 14 6 22 14 26" fill="none" stroke="${c.deep}" stroke-width="9"/><path d="M81 62c-4 8-10 12-16 14" fill="none" stroke="${c.deep}" stroke-width="9"/>
    <rect x="28" y="46" width="40" height="34" rx="9" fill="${INK}"/><circle cx="48" cy="63" r="12" fill="${GREY}"/><circle cx="48" cy="63" r="9.5" fill="${GLOW}"/><circle cx="48" cy="63" r="4" fill="${WHITE}"/>
    <rect x="42" y="42" width="12" height="6" rx="3" fill="${c.accent}"/>`,
  boot: (c: ScenePalette) => `
    <path d="M22 18h28l2 26c2 6 8 8 18 10 12 2 16 7 16 16H22z" fill="${c.main}"/><path d="M70 54c12 2 16 7 16 16H66c0-8 0-12 4-16z" fill="${c.deep}"/>
    <path d="M20 70h67v4c0 3-1 6-4 6h-7l-3-3-4 3h-9l-4-3-4 3H20z" fill="${INK}"/>
    <path d="M22 18h28l.700 9H22z" fill="${c.deep}"/><path d="M22 46h14v24H22z" fill="${c.light}" opacity=".55"/>
    <g stroke="${c.accent}" stroke-width="2.5" stroke-linecap="round"><path d="M40 32l12 2M41 39l12 2M45 46l11 0M51 52l8-4"/></g><path d="M30 16c2-8 10-8 12 0" fill="none" stroke="${c.deep}" stroke-width="3"/>`,
  cooler: (c: ScenePalette) => `
    <path d="M14 42V30c0-4 3-7 7-7h54c4 0 7 3 7 7v12" fill="none" stroke="${INK}" stroke-width="4"/>
    <rect x="12" y="44" width="72" height="34" rx="6" fill="${c.main}"/><rect x="9" y="34" width="78" height="13" rx="5" fill="${CREAM}"/><path d="M9 42h78v4H9z" fill="${c.deep}"/>
    <rect x="24" y="54" width="48" height="16" rx="4" fill="${c.light}" opacity=".55"/><rect x="30" y="42" width="7" height="11" rx="2" fill="${INK}"/><rect x="59" y="42" width="7" height="11" rx="2" fill="${INK}"/>
    <path d="M18 78h10v3H18zM68 78h10v3H68z" fill="${INK}"/><path d="M48 57v10M43.7 59.500l8.6 5M52.3 59.500l-8.6 5" stroke="${WHITE}" stroke-width="2" stroke-linecap="round"/>`,
  campchair: (c: ScenePalette) => `
    <path d="M24 80L70 50M72 80L26 50M18 50v30M78 50v30" stroke="${SLATE}" stroke-width="3.5" stroke-linecap="round"/>
    <path d="M22 14l-2 40M74 14l2 40" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>
    <path d="M22 14c16 5 36 5 52 0l2 34c-18 6-38 6-56 0z" fill="${c.main}"/><path d="M28 22c13 3 27 3 40 0" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M20 48c18 6 38 6 56 0l-4 12c-14 5-34 5-48 0z" fill="${c.deep}"/>
    <path d="M10 44h16M70 44h16" stroke="${INK}" stroke-width="6" stroke-linecap="round"/><path d="M74 46h10v9H74z" fill="${c.accent}"/>`,
  lantern: (c: ScenePalette) => `
    <circle cx="48" cy="50" r="34" fill="${GLOW}" opacity=".35"/>
    <path d="M32 26c0-20 32-20 32 0" fill="none" stroke="${INK}" stroke-width="3"/>
    <path d="M36 26h24l4 8H32z" fill="${c.main}"/><rect x="34" y="34" width="28" height="30" rx="5" fill="#FBE9C3"/>
    <path d="M48 40c6 6 7 11 4 16a5 5 0 01-8 0c-3-5-2-10 4-16z" fill="#EFA83E"/><path d="M48 48c3 3 3 6 1.5 8.500h-3C45 54 45 51 48 48z" fill="#FBE2A6"/>
    <path d="M36 34v30M60 34v30" stroke="${c.deep}" stroke-width="2.5"/>
    <path d="M30 64h36l4 12a3 3 0 01-3 4H29a3 3 0 01-3-4z" fill="${c.main}"/><path d="M28.5 70h39" stroke="${c.light}" stroke-width="2.5"/>`,
  bottle: (c: ScenePalette) => `
    <rect x="32" y="30" width="32" height="50" rx="8" fill="${c.main}"/><path d="M32 38c0-8 6-10 8-14h16c2 4 8 6 8 14z" fill="${c.main}"/>
    <path d="M38 36v36" stroke="${c.light}" stroke-width="4" stroke-linecap="round"/><rect x="38" y="14" width="20" height="11" rx="3" fill="${INK}"/>
    <path d="M42 14c0-9 12-9 12 0" fill="none" stroke="${INK}" stroke-width="3.5"/><path d="M32 70h32v2a8 8 0 01-8 8H40a8 8 0 01-8-8z" fill="${c.deep}"/>
    <path d="M46 58l6-9 4 6 2-3 4 6z" fill="${WHITE}" opacity=".9"/>`,
}
