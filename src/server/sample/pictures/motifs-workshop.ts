import { CREAM, GREY, INK, LEAF, type ScenePalette, SLATE, STEEL, WHITE, WOOD, WOOD_DEEP } from './palette.ts'

export const WORKSHOP_MOTIFS = {
  drill: (c: ScenePalette) => `
    <path d="M8 32h16v6H8zM2 34h8v2H2z" fill="${GREY}"/><path d="M20 28h10v14H20z" fill="${SLATE}"/>
    <path d="M28 22h44c8 0 12 5 12 13s-4 13-12 13H28z" fill="${c.main}"/><path d="M34 26h34c5 0 8 2 9 5H34z" fill="${c.light}" opacity=".75"/>
    <path d="M70 28v14M75 28v14" stroke="${c.deep}" stroke-width="2" stroke-linecap="round"/>
    <path d="M50 46h20l6 22H58z" fill="${INK}"/><path d="M50 47c-4 0-6 3-5 8h6z" fill="${c.accent}"/><path d="M60 52l4 14" stroke="${SLATE}" stroke-width="2.5" stroke-linecap="round"/>
    <path d="M48 68h34a4 4 0 014 4v4a4 4 0 01-4 4H48a4 4 0 01-4-4v-4a4 4 0 014-4z" fill="${c.main}"/><path d="M46 74h38" stroke="${c.deep}" stroke-width="3"/>
    <circle cx="40" cy="36" r="4" fill="${CREAM}"/>`,
  saw: (c: ScenePalette) => `
    <circle cx="44" cy="58" r="24" fill="${STEEL}"/><circle cx="44" cy="58" r="24" fill="none" stroke="${GREY}" stroke-width="3" stroke-dasharray="4 3.540"/><circle cx="44" cy="58" r="5" fill="${GREY}"/>
    <path d="M16 54c2-18 14-28 30-28s26 9 28 26H52c-2-4-14-4-16 2z" fill="${c.main}"/><path d="M24 46c4-9 12-14 22-14" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M54 30c6-16 34-18 36 0 1 9-4 14-12 20l-8-2" fill="none" stroke="${INK}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/><path d="M68 24l6 8" stroke="${c.accent}" stroke-width="3" stroke-linecap="round"/>
    <path d="M8 66h80v5H8z" fill="${SLATE}"/><path d="M2 71h92v9H2z" fill="${WOOD}"/><path d="M2 75h92" stroke="${WOOD_DEEP}" stroke-width="1.5"/>`,
  toolbox: (c: ScenePalette) => `
    <path d="M34 40V30c0-3 2-5 5-5h18c3 0 5 2 5 5v10" fill="none" stroke="${INK}" stroke-width="5"/>
    <path d="M14 46l8-10h52l8 10z" fill="${c.light}"/><rect x="10" y="46" width="76" height="34" rx="4" fill="${c.main}"/><path d="M10 56h76v4H10z" fill="${c.deep}"/>
    <rect x="24" y="51" width="9" height="14" rx="2" fill="${STEEL}"/><rect x="63" y="51" width="9" height="14" rx="2" fill="${STEEL}"/><path d="M28.5 55v5M67.5 55v5" stroke="${GREY}" stroke-width="2"/>
    <rect x="40" y="66" width="16" height="7" rx="2" fill="${c.accent}"/><path d="M15 50h66" stroke="${c.light}" stroke-width="1.8" opacity=".8"/>`,
  ladder: (c: ScenePalette) => `
    <path d="M58 12l20 68" stroke="${SLATE}" stroke-width="4" stroke-linecap="round"/><path d="M44 50h24M40 66h32" stroke="${GREY}" stroke-width="2"/>
    <path d="M36 12L18 80M56 12L48 80" stroke="${c.main}" stroke-width="5" stroke-linecap="round"/>
    <path d="M33 30h22M28 46h25M24 62h27" stroke="${c.deep}" stroke-width="6" stroke-linecap="round"/><rect x="30" y="7" width="34" height="9" rx="4" fill="${INK}"/>
    <path d="M34 28.500h20M29 44.500h23M25 60.500h25" stroke="${c.light}" stroke-width="1.8" stroke-linecap="round"/><path d="M14 80h8M45 80h8M74 80h8" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`,
  hammer: (c: ScenePalette) => `
    <path d="M6 70h84v10H6z" fill="${WOOD}"/><path d="M12 75h50" stroke="${WOOD_DEEP}" stroke-width="1.5"/>
    <path d="M30 70v-8M26 61h8" stroke="${GREY}" stroke-width="2.5" stroke-linecap="round"/>
    <g transform="rotate(38 52 40)"><rect x="47" y="28" width="9" height="50" rx="4" fill="${WOOD_DEEP}"/><rect x="46" y="52" width="11" height="27" rx="5" fill="${c.main}"/><path d="M49.5 56v18" stroke="${c.light}" stroke-width="2" stroke-linecap="round"/>
    <path d="M32 18h26c8 0 14 3 18 10-7-3-13-2-18 2H40v-2h-8z" fill="${SLATE}"/><rect x="26" y="15" width="12" height="17" rx="2" fill="${INK}"/></g>`,
  wateringcan: (c: ScenePalette) => `
    <path d="M34 60C22 56 18 44 12 34" fill="none" stroke="${c.deep}" stroke-width="5" stroke-linecap="round"/><path d="M5 34l12-7 2 6-11 6z" fill="${c.main}"/>
    <path d="M34 40h38l4 36a4 4 0 01-4 4H34a4 4 0 01-4-4z" fill="${c.main}"/><path d="M39 44h6l-2 32h-7z" fill="${c.light}" opacity=".65"/><path d="M33 40h40v5H33z" fill="${c.deep}"/>
    <path d="M40 40c2-22 30-24 44-8 8 10 4 26-8 34" fill="none" stroke="${c.deep}" stroke-width="5" stroke-linecap="round"/>
    <g fill="#93B3D8"><circle cx="6" cy="46" r="2"/><circle cx="12" cy="50" r="2"/><circle cx="5" cy="57" r="2"/><circle cx="13" cy="61" r="1.6"/></g>
    <path d="M10 80c0-6 1-9 2-11M12 72c-4-1-6-4-6-7 4 0 6 3 6 7zM12 74c4-1 6-3 6-6-4 0-6 2-6 6z" fill="${LEAF}" stroke="${LEAF}" stroke-width="1.5"/><circle cx="54" cy="62" r="4" fill="${WHITE}" opacity=".5"/>`,
}
