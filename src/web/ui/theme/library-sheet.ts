// The component library's styles as one sheet. Runs while the web app is built.
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import * as library from 'antd'
import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { antdTheme } from './antd-theme.ts'
import type { ThemeName } from './tokens.ts'

const { DatePicker, Input, notification } = library

/** What the app uses of the library, and what those parts use of it themselves. The build fails if a part is missing. */
const PARTS = [
  ...[library.AutoComplete, DatePicker, DatePicker.RangePicker, library.Drawer, library.Empty, Input],
  ...[Input.TextArea, library.InputNumber, library.Mentions, library.Menu, library.Modal, library.Progress],
  ...[library.Select, library.Slider, library.Tag, notification._InternalPanelDoNotUseOrYouWillBeFired],
] as FunctionComponent<object>[]
/** Those that open beside an element. */
const BESIDE = [library.Dropdown, library.Popover, library.Tooltip] as FunctionComponent<object>[]

/** The styles of all parts; `values` are the theme's custom properties. */
function stylesOf(name: ThemeName): { rules: string; values: string } {
  const cache = createCache()
  const parts = [
    ...PARTS.map((part, key) => createElement(part, { key })),
    ...BESIDE.map((part) => createElement(part, { key: part.displayName }, createElement('i'))),
  ]
  const config = createElement(library.ConfigProvider, { theme: antdTheme(name) }, ...parts)
  const { error: shown } = console
  // The server cannot render what opens over a page. Only its styles are of interest here.
  console.error = () => {}
  try {
    renderToString(createElement(StyleProvider, { cache }, config))
  } finally {
    console.error = shown
  }
  return {
    rules: extractStyle(cache, { plain: true, types: ['style'] }),
    values: extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }),
  }
}

const RULE = /([^{}]+)\{([^{}]*)\}/g
const valuesIn = (css: string) =>
  new Map([...css.matchAll(RULE)].map(([, selector = '', values = '']) => [selector, values.split(';')]))

/** The values of the dark theme that differ from those of the light one. */
function darkValues(light: string, dark: string): string {
  const known = valuesIn(light)
  const rules = [...valuesIn(dark)].flatMap(([selector, values]) => {
    const other = values.filter((value) => value !== '' && !known.get(selector)?.includes(value))
    return other.length === 0 ? [] : [`:root[data-theme="dark"] ${selector}{${other.join(';')}}`]
  })
  return `@media screen{${rules.join('')}}`
}

/** Right to left, and movements, which the theme switches off. */
const UNUSED = /-rtl\b|\.ant-(?:slide|move|zoom|fade)-/
const KEYFRAMES = /@keyframes ([\w-]+)\{(?:[^{}]+\{[^{}]*\})*\}/g

function usedOf(rules: string): string {
  const used = rules.replace(RULE, (rule, selectors: string, values: string) => {
    // A comma within brackets does not end a selector.
    const kept = selectors.split(/,(?![^()]*\))/).filter((selector) => !UNUSED.test(selector))
    return kept.length === 0 ? '' : rule.startsWith('@') ? rule : `${kept.join(',')}{${values}}`
  })
  const named = used.replace(KEYFRAMES, '')
  return used.replace(KEYFRAMES, (keyframes, name: string) => (named.includes(name) ? keyframes : ''))
}

/** All styles of the library that the app uses, in both themes. */
export function librarySheet(): string {
  const [light, dark] = [stylesOf('light'), stylesOf('dark')]
  return light.values + darkValues(light.values, dark.values) + usedOf(light.rules)
}
