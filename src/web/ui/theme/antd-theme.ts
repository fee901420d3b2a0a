import { type ThemeConfig, theme } from 'antd'
import { libraryStyles } from './library-styles.ts'
import { CONTROL, FONTS, LIBRARY_KEY, PALETTES, type Palette, RADIUS, type ThemeName } from './tokens.ts'

function tokens(colors: Palette): ThemeConfig['token'] {
  return {
    colorBgLayout: colors.ground,
    colorBgBase: colors.sheet,
    colorBgContainer: colors.sheet,
    colorBgElevated: colors.sheet,
    colorBgMask: colors.mask,
    colorBgTextHover: colors.hover,
    colorFillAlter: colors.head,
    colorText: colors.ink,
    colorTextBase: colors.ink,
    colorTextHeading: colors.ink,
    // The library's own fainter alphas fail AA.
    colorTextSecondary: colors.quiet,
    colorTextTertiary: colors.quiet,
    colorTextDescription: colors.quiet,
    colorTextPlaceholder: colors.quiet,
    colorTextLightSolid: colors.onAccent,
    colorIcon: colors.quiet,
    colorIconHover: colors.ink,
    colorBorder: colors.field,
    colorBorderSecondary: colors.rule,
    // The library's own border is more prominent than that of enabled controls.
    colorBorderDisabled: colors.rule,
    colorSplit: colors.rule,
    colorPrimary: colors.accent,
    colorPrimaryHover: colors.accentHover,
    colorPrimaryActive: colors.accentHover,
    colorPrimaryBg: colors.accentWash,
    colorLink: colors.accent,
    colorLinkHover: colors.accentHover,
    colorLinkActive: colors.accentHover,
    colorSuccess: colors.good,
    colorSuccessText: colors.goodText,
    colorSuccessBg: colors.goodWash,
    colorWarning: colors.warn,
    colorWarningText: colors.warnText,
    colorWarningBg: colors.warnWash,
    colorError: colors.bad,
    colorErrorText: colors.badText,
    colorErrorBg: colors.badWash,
    colorInfo: colors.note,
    colorInfoText: colors.noteText,
    colorInfoBg: colors.noteWash,
    controlItemBgActive: colors.accentWash,
    controlItemBgHover: colors.hover,
    // No animations: it is faster, and an animation that never ends cannot leave anything behind.
    motion: false,
    fontFamily: FONTS.sans,
    fontSize: 13,
    fontSizeSM: 12,
    // 20 of 13 pixels, with as many digits as a built sheet keeps: rounded down, lines would be lower than 20.
    lineHeight: 1.53847,
    fontWeightStrong: 600,
    borderRadius: RADIUS.base,
    borderRadiusSM: RADIUS.small,
    borderRadiusLG: RADIUS.large,
    controlHeight: CONTROL.base,
    controlHeightSM: CONTROL.small,
    controlHeightLG: CONTROL.large,
    boxShadow: 'none',
    boxShadowTertiary: 'none',
    boxShadowSecondary: colors.pop,
  }
}

function components(colors: Palette): ThemeConfig['components'] {
  return {
    Input: { activeShadow: 'none', paddingInline: 10 },
    InputNumber: { activeShadow: 'none' },
    Select: { optionSelectedBg: colors.accentWash },
    Slider: { handleColor: colors.accent },
    Modal: { titleFontSize: 20, titleLineHeight: 1.4, headerBg: 'transparent' },
    Tag: { defaultBg: colors.sheet, defaultColor: colors.ink },
    Tooltip: { colorBgSpotlight: colors.ink, colorTextLightSolid: colors.sheet },
  }
}

/** The component library's theme, derived from the same tokens as the stylesheet. */
export function antdTheme(name: ThemeName): ThemeConfig {
  const colors = PALETTES[name]
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: LIBRARY_KEY },
    hashed: false,
    zeroRuntime: libraryStyles.zeroRuntime,
    token: tokens(colors),
    components: components(colors),
  }
}
