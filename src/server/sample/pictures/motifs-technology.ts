import { CREAM, GLOW, GREY, INK, type ScenePalette, SLATE, STEEL, WHITE, WOOD, WOOD_DEEP } from './palette.ts'

export const TECHNOLOGY_MOTIFS = {
  headphones: (c: ScenePalette) => `
    <path d="M18 56c-2-28 12-42 30-42s32 14 30 42" fill="none" stroke="${c.deep}" stroke-width="8" stroke-linecap="round"/><path d="M24 34c5-10 13-14 24-14" stroke="${c.light}" stroke-width="2.5" fill="none" stroke-linecap="round"/>
    <rect x="10" y="46" width="20" height="34" rx="10" fill="${c.main}"/><rect x="66" y="46" width="20" height="34" rx="10" fill="${c.main}"/>
    <rect x="26" y="48" width="9" height="30" rx="4.5" fill="${INK}"/><rect x="61" y="48" width="9" height="30" rx="4.5" fill="${INK}"/>
    <path d="M16 55v14M80 55v14" stroke="${c.light}" stroke-width="3" stroke-linecap="round"/><circle cx="76" cy="73" r="1.6" fill="${c.accent}"/>`,
  suitcase: (c: ScenePalette) => `
    <path d="M38 24V7h20v17" fill="none" stroke="${GREY}" stroke-width="3.5"/><rect x="36" y="4" width="24" height="6" rx="3" fill="${INK}"/>
    <rect x="24" y="20" width="48" height="56" rx="8" fill="${c.main}"/><path d="M34 26v44M44 26v44M54 26v44M63 26v44" stroke="${c.deep}" stroke-width="2.5" stroke-linecap="round"/><path d="M29 28v38" stroke="${c.light}" stroke-width="3" stroke-linecap="round"/>
    <path d="M40 20h16v-4H40z" fill="${INK}"/><path d="M24 48h48" stroke="${INK}" stroke-width="2"/><rect x="66" y="44" width="7" height="9" rx="2" fill="${STEEL}"/>
    <path d="M30 76v1M66 76v1" stroke="${INK}" stroke-width="8" stroke-linecap="round"/><path d="M62 20l6 10 6-3-6-10z" fill="${c.accent}"/>`,
  speaker: (c: ScenePalette) => `
    <rect x="26" y="14" width="44" height="66" rx="16" fill="${c.main}"/><path d="M32 24c2-4 5-6 10-6" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <circle cx="48" cy="56" r="17" fill="${c.deep}"/><circle cx="48" cy="56" r="12" fill="${INK}"/><circle cx="48" cy="56" r="5" fill="${SLATE}"/><circle cx="48" cy="30" r="8" fill="${c.deep}"/><circle cx="48" cy="30" r="4" fill="${INK}"/>
    <path d="M70 26c9 0 9 16 0 16" fill="none" stroke="${c.accent}" stroke-width="3.5"/>
    <path d="M12 46c-3 6-3 12 0 18M6 42c-4 8-4 18 0 26M84 50c2 4 2 8 0 12M90 46c4 6 4 14 0 20" stroke="${GREY}" stroke-width="2.5" fill="none" stroke-linecap="round" opacity=".5"/>`,
  chair: (c: ScenePalette) => `
    <path d="M48 56v14M48 70L26 77M48 70l22 7M48 70v8" stroke="${INK}" stroke-width="4" stroke-linecap="round"/><g fill="${SLATE}"><circle cx="25" cy="78" r="3"/><circle cx="71" cy="78" r="3"/><circle cx="48" cy="79" r="3"/></g>
    <path d="M32 14c0-8 32-8 32 0l2 28c-8 4-28 4-36 0z" fill="${c.main}"/><path d="M37 16c2-4 20-4 22 0l1 20c-6 2-18 2-24 0z" fill="${c.light}" opacity=".55"/><path d="M36 22h24M36 28h24M36 34h24" stroke="${c.deep}" stroke-width="1.2" opacity=".6"/>
    <rect x="24" y="46" width="48" height="11" rx="5.5" fill="${c.deep}"/><path d="M20 34h8M68 34h8" stroke="${INK}" stroke-width="5" stroke-linecap="round"/><path d="M23 36v12M73 36v12" stroke="${INK}" stroke-width="3"/>`,
  desk: (c: ScenePalette) => `
    <path d="M20 48v30M76 48v30" stroke="${SLATE}" stroke-width="5"/><path d="M22 40v10M74 40v10" stroke="${GREY}" stroke-width="3"/><path d="M12 79h18M66 79h18" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>
    <rect x="4" y="38" width="88" height="7" rx="3" fill="${WOOD}"/><path d="M4 43h88" stroke="${WOOD_DEEP}" stroke-width="2"/><rect x="58" y="45" width="14" height="4" rx="1.5" fill="${INK}"/><circle cx="69" cy="47" r="1" fill="${c.accent}"/>
    <rect x="28" y="10" width="38" height="23" rx="3" fill="${INK}"/><rect x="31" y="13" width="32" height="17" rx="1" fill="${c.main}"/><path d="M34 26l7-7 5 4 6-6 8 9z" fill="${c.light}"/><path d="M47 33v5M40 38h14" stroke="${INK}" stroke-width="3"/>
    <path d="M76 38v-8h9v8z" fill="${CREAM}"/><path d="M85 32c4 0 4 4 0 4" fill="none" stroke="${CREAM}" stroke-width="1.5"/><path d="M12 38l1-9h8l1 9z" fill="${c.deep}"/><path d="M17 29c-1-6-5-8-7-8 0 5 3 8 7 8zM17 29c0-7 4-10 7-10 0 5-2 9-7 10z" fill="#4F7A55"/>`,
  keyboard: (c: ScenePalette) => `
    <path d="M6 74l8-30h68l8 30a4 4 0 01-4 6H10a4 4 0 01-4-6z" fill="${c.deep}"/><path d="M9 72l7-26h64l7 26z" fill="${c.main}"/>
    <g fill="${CREAM}">${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `<rect x="${18.5 + k * 7.6}" y="48" width="6" height="4.6" rx="1.2"/>`).join('')}${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `<rect x="${16.8 + k * 8}" y="54.6" width="6.4" height="5" rx="1.2"/>`).join('')}${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `<rect x="${15 + k * 8.4}" y="61.6" width="6.8" height="5.2" rx="1.2"/>`).join('')}</g>
    <rect x="32" y="68.6" width="32" height="4" rx="1.5" fill="${c.light}"/><rect x="18.5" y="48" width="6" height="4.6" rx="1.2" fill="${c.accent}"/><rect x="73.8" y="61.6" width="6.8" height="5.2" rx="1.2" fill="${c.accent}"/>
    <path d="M48 44c0-12 14-8 14-20" fill="none" stroke="${INK}" stroke-width="2.5" stroke-linecap="round"/>`,
  camera: (c: ScenePalette) => `
    <rect x="32" y="8" width="32" height="22" fill="${WHITE}"/><rect x="35" y="11" width="26" height="14" fill="#A9CBE4"/><path d="M35 25l8-8 6 5 5-6 7 9z" fill="#7F9A86"/>
    <rect x="12" y="28" width="72" height="52" rx="10" fill="${c.main}"/><path d="M12 62h72v8a10 10 0 01-10 10H22a10 10 0 01-10-10z" fill="${c.deep}"/><rect x="24" y="26" width="48" height="5" rx="2.5" fill="${INK}"/>
    <circle cx="48" cy="54" r="18" fill="${CREAM}"/><circle cx="48" cy="54" r="13" fill="${INK}"/><circle cx="48" cy="54" r="8" fill="${SLATE}"/><circle cx="51" cy="51" r="3" fill="${WHITE}" opacity=".8"/>
    <rect x="66" y="36" width="12" height="8" rx="2" fill="${GLOW}"/><circle cx="22" cy="42" r="4.5" fill="${c.accent}"/><path d="M18 36h8" stroke="${c.light}" stroke-width="2" stroke-linecap="round"/>`,
  mat: (c: ScenePalette) => `
    <path d="M30 66h56l6 14H24z" fill="${c.light}"/><path d="M34 70h52M36 75h53" stroke="${c.main}" stroke-width="1.5"/>
    <path d="M24 44h-4a18 18 0 000 36h22V44z" fill="${c.main}"/><rect x="20" y="44" width="34" height="36" fill="${c.main}"/><ellipse cx="54" cy="62" rx="12" ry="18" fill="${c.deep}"/><path d="M54 49c6 0 8 7 8 13s-3 12-7 12-7-5-7-11 3-8 6-8 4 3 4 7-2 5-4 5" fill="none" stroke="${c.light}" stroke-width="2.2" stroke-linecap="round"/>
    <path d="M22 44c-5 10-5 26 0 36M36 44c-5 10-5 26 0 36" stroke="${INK}" stroke-width="3" fill="none"/><path d="M23 56c8-24 16-24 20 0" fill="none" stroke="${INK}" stroke-width="3"/>`,
  charger: (c: ScenePalette) => `
    <rect x="18" y="28" width="32" height="52" rx="7" fill="${c.main}"/><path d="M24 36v34" stroke="${c.light}" stroke-width="3" stroke-linecap="round"/><path d="M37 44l-7 11h6l-3 10 9-13h-6l4-8z" fill="${c.accent}"/>
    <g fill="${c.light}"><circle cx="30" cy="73" r="1.5"/><circle cx="35" cy="73" r="1.5"/><circle cx="40" cy="73" r="1.5"/></g>
    <path d="M34 28V18c0-10 36-12 36 2v16" fill="none" stroke="${INK}" stroke-width="3"/><rect x="67" y="34" width="6" height="7" fill="${GREY}"/><rect x="31" y="22" width="6" height="7" fill="${GREY}"/>
    <rect x="56" y="40" width="28" height="40" rx="5" fill="${INK}"/><rect x="59" y="44" width="22" height="32" rx="2" fill="#DCE8EA"/><rect x="63" y="56" width="12" height="7" rx="1.5" fill="none" stroke="${INK}" stroke-width="1.5"/><rect x="64.5" y="57.5" width="6" height="4" fill="#4F9A5A"/><path d="M76 58v3" stroke="${INK}" stroke-width="1.5"/><rect x="64" y="48" width="12" height="2.5" rx="1" fill="${STEEL}"/>`,
}
