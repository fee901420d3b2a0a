import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

/** `virtual:tokens.css`: the theme tokens as custom properties, so that they are written down once, in TypeScript. */
function themeTokens(): Plugin {
  const source = resolve(root, 'src/web/ui/theme/tokens.ts')
  const id = resolve(root, 'src/web/ui/theme/virtual-tokens.css')
  return {
    name: 'theme-tokens',
    resolveId: (name) => (name === 'virtual:tokens.css' ? id : undefined),
    async load(name) {
      if (name !== id) return undefined
      this.addWatchFile(source)
      const tokens: { tokensCss: () => string } = await import(pathToFileURL(source).href)
      return tokens.tokensCss()
    },
  }
}

/** `LIBRARY_SHEET`: the styles of what the app uses of the component library, in the product's themes. */
function librarySheet(): Plugin {
  const file = resolve(root, 'node_modules/.cache/copydesk/library.css')
  const source = resolve(root, 'src/web/ui/theme/library-sheet.ts')
  const loader = resolve(root, 'src/web/ui/theme/load-library-sheet.ts')
  let sheet = ''
  return {
    name: 'library-sheet',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const { librarySheet: make }: { librarySheet: () => string } = await import(pathToFileURL(source).href)
      sheet = make()
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, sheet)
    },
    transform: (code, id) =>
      id === loader ? `import LIBRARY_SHEET from ${JSON.stringify(`${file}?url`)}\n${code}` : undefined,
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const missing = new Set<string>()
      for (const id of modules) {
        const [, part = ''] = /node_modules\/antd\/es\/([\w-]+)\/style\/index\.js$/.exec(id) ?? []
        const name = PREFIXES[part] ?? part
        if (name !== '' && !UNSHOWN.has(part) && !sheet.includes(`.ant-${name}`)) missing.add(part)
      }
      if (missing.size > 0)
        throw new Error(`src/web/ui/theme/library-sheet.ts lacks the styles of ${[...missing].join(', ')}.`)
    },
  }
}

/** Style hooks of the library, and what replaces them in the built app, whose styles are in a sheet. */
const STYLE_HOOKS: Readonly<Record<string, string>> = {
  genStyleHooks: "() => ['', KEY]",
  genComponentStyleHook: "() => ''",
  genSubStyleComponent: '() => null',
}

/** Takes the code out of the app that would write the styles of the component library. */
function withoutStyleCode(): Plugin {
  const source = resolve(root, 'src/web/ui/theme/tokens.ts')
  let count = 0
  let key = ''
  return {
    name: 'without-style-code',
    apply: 'build',
    async buildStart() {
      const tokens: { LIBRARY_KEY: string } = await import(pathToFileURL(source).href)
      key = JSON.stringify(tokens.LIBRARY_KEY)
    },
    transform(code, id) {
      if (!/node_modules\/antd\/es\/.+\/style\/[\w-]+\.js$/.test(id)) return undefined
      const calls = Object.keys(STYLE_HOOKS).filter((name) => code.includes(`${name}(`))
      if (calls.length === 0) return undefined
      let changed = code
      for (const { start, end, name } of callsOf(this.parse(code), calls).reverse()) {
        changed = `${changed.slice(0, start)}(${STYLE_HOOKS[name]?.replace('KEY', key)})${changed.slice(end)}`
        count += 1
      }
      return changed
    },
    buildEnd(error) {
      if (!error && count === 0)
        throw new Error('The library’s style hooks have changed: update STYLE_HOOKS.')
    },
  }
}

/** The calls of these functions in a module, in the order of the text. */
function callsOf(node: unknown, names: readonly string[]): { start: number; end: number; name: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, start, end, callee } = node as Record<string, unknown>
  const { name } = (callee ?? {}) as { name?: unknown }
  if (type === 'CallExpression' && typeof name === 'string' && names.includes(name))
    return [{ start: Number(start), end: Number(end), name }]
  return Object.values(node).flatMap((child) => callsOf(child, names))
}

/** Parts of the component library whose classes have another name. */
const PREFIXES: Readonly<Record<string, string>> = { 'date-picker': 'picker' }
/** Parts that come with others, which the app does not let show them. */
const UNSHOWN = new Set(['button', 'grid', 'skeleton', 'space', 'spin'])

const WORTH_IT_BYTES = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses each file once, at the highest level: `main.js` gets a `main.js.br` and a `main.js.gz`. */
function compressedAhead(): Plugin {
  let folder = ''
  return {
    name: 'compressed-ahead',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(js|css|html|svg|json)$/.test(name)) continue
        const file = join(folder, name)
        const content = await readFile(file)
        if (content.length < WORTH_IT_BYTES) continue
        await writeFile(`${file}.br`, await brotli(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }))
        await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
      }
    },
  }
}

/** Code of the component library that writes styles in a way the server's policy refuses, and its replacement. */
const STYLE_WRITES = [
  {
    // Locking the page's scrolling and measuring scroll bars set no nonce.
    module: /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/,
    from: /if \(csp\?\.nonce\) \{\s+styleNode\.nonce = csp\?\.nonce;\s+\}/,
    to: 'styleNode.nonce = document.querySelector(\'meta[property="csp-nonce"]\')?.nonce ?? "";',
  },
  {
    module: /@rc-component\/input\/es\/calculateNodeHeight\.js$/,
    from: /hiddenTextarea\.setAttribute\('style', (.+)\);/,
    to: 'hiddenTextarea.style.cssText = $1;',
  },
]

function allowedStyles(): Plugin {
  const left = new Set(STYLE_WRITES)
  return {
    name: 'allowed-styles',
    apply: 'build',
    transform(code, id) {
      const write = STYLE_WRITES.find(({ module }) => module.test(id))
      if (!write) return undefined
      const changed = code.replace(write.from, write.to)
      if (changed === code) throw new Error(`${id} writes styles in another way than before.`)
      left.delete(write)
      return changed
    },
    buildEnd(error) {
      if (!error && left.size > 0)
        throw new Error('The component library measures or locks in another place.')
    },
  }
}

/** Packages of the component library without side effects that do not declare it. */
const WITHOUT_EFFECTS = /node_modules\/@(rc-component|ant-design)\//
/** Beginnings of paths below `src/` by the chunk that they belong to. The build refuses one that matches no file. */
const OWN_MODULES = {
  /** What every screen behind the sign-in is made of, and lists above all. */
  kit: [
    ...['list/', 'data-table', 'patched', 'save-file', 'cells/percent-bar', 'cells/status-badge'],
    ...['input/search-box', 'input/switch', 'input/icon-button', 'input/use-hotkey', 'text/repeated'],
    ...['overlay/confirm-host', 'hooks/use-media', 'hooks/use-search-state', 'hooks/use-row-focus'],
    ...['hooks/use-debounced', 'hooks/use-column-choice'],
  ].map((name) => `web/ui/${name}`),
  /** Menus that open. */
  menus: ['web/ui/overlay/click-menu'],
  /** Lists to choose from. */
  choices: [
    'web/ui/input/select',
    'web/ui/input/suggest-box',
    'web/features/keywords/keywords/used-keyword-picker',
  ],
  /** What opens over a screen, and the forms in it. */
  dialogs: ['overlay/dialog', 'overlay/question-dialog', 'input/labelled', 'input/length-note', 'form/'].map(
    (name) => `web/ui/${name}`,
  ),
  /** The frame of whatever is behind the sign-in, and what its addresses may say. */
  frame: [
    ...['signed-in', 'header', 'side-menu', 'menu-panel', 'shortcuts.', 'use-'].map(
      (name) => `web/app/layout/${name}`,
    ),
    ...['web/app/searches', 'web/app/menu', 'web/app/screen-icons', 'web/ui/theme/antd-theme'],
    ...['web/features/articles/claims/queries', 'web/features/ground/sites/queries'],
    'shared/features/people/user-activity/contract',
  ],
}
type Chunk = keyof typeof OWN_MODULES
const isOwn = (chunk: Chunk, id: string) =>
  OWN_MODULES[chunk].some((beginning) => id.includes(`/src/${beginning}`))
/** What these chunks take from the component library. */
const PACKAGES = {
  kit: /node_modules\/(antd\/es\/(popover|config-provider|style|_util)|@ant-design\/icons|@ant-design\/icons-svg|@rc-component\/(overflow|util))\//,
  menus: /node_modules\/(antd\/es\/(menu|dropdown)|@rc-component\/(menu|dropdown))\//,
  choices: /node_modules\/(antd\/es\/(select|auto-complete)|@rc-component\/(select|virtual-list))\//,
  dialogs: /node_modules\/antd\/es\/(modal|drawer|progress)\//,
}
/** Loaded with the first filter of a list and not with the list. */
const FILTER_CHOICE = '/src/web/ui/list/filter-choice'
const SEARCHES = /\/src\/web\/features\/[^/]+\/[^/]+\/search\.ts$/

const isOf = (chunk: keyof typeof PACKAGES) => (id: string) =>
  PACKAGES[chunk].test(id) || (isOwn(chunk, id) && !id.includes(FILTER_CHOICE))
const isOfFrame = (id: string) => SEARCHES.test(id) || isOwn('frame', id)

/** Refuses names of own modules that a rename has left without a file: the chunk would lose them unnoticed. */
function namedModules(): Plugin {
  return {
    name: 'named-modules',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const ids = [...this.getModuleIds()]
      const lost = [...Object.values(OWN_MODULES).flat(), FILTER_CHOICE.slice('/src/'.length)].filter(
        (beginning) => !ids.some((id) => id.includes(`/src/${beginning}`)),
      )
      if (lost.length > 0)
        throw new Error(`vite.config.ts names modules that do not exist: ${lost.join(', ')}`)
    },
  }
}

/** The signed-out pages; they do not use the component library. */
const SIGNED_OUT =
  /\/src\/web\/features\/ground\/auth\/(sign-in|confirmation|forgot-password|reset-password)-screen\.tsx$/
/** What only those who follow a mailed link need of them. */
const NEW_PASSWORD = /\/src\/web\/features\/ground\/auth\/(set-password-panel|new-password-form)\.tsx$/
/** What a signed-out page loads later: for users with a second factor. */
const SECOND_FACTOR = /\/src\/web\/features\/ground\/factors\/(second-step-card|passkey-sign-in-panel)\.tsx$/
/** The icons of the second factor: others come with `common`. */
const SECOND_FACTOR_ICONS = /\/lucide-react\/dist\/esm\/icons\/(arrow-left|fingerprint-pattern)\.mjs$/
const OURS = /\/src\//
const signedOut = new Set<string>()
const secondFactor = new Set<string>()

/** Knows what signed-out pages are made of, by what they import, so that nothing else is loaded with it. */
function signedOutModules(): Plugin {
  return {
    name: 'signed-out-modules',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      /** The modules, and what they import at once. */
      const within = (pages: string[]) => {
        const found = new Set(pages)
        for (const id of found)
          for (const each of this.getModuleInfo(id)?.importedIds ?? []) if (OURS.test(each)) found.add(each)
        return found
      }
      const pages = ids.filter((id) => SIGNED_OUT.test(id))
      const later = ids.filter((id) => SECOND_FACTOR.test(id))
      if (pages.length !== 4 || later.length !== 2) throw new Error('A signed-out page was renamed.')
      for (const id of within(pages)) if (!pages.includes(id) && !NEW_PASSWORD.test(id)) signedOut.add(id)
      for (const id of within(later)) if (!signedOut.has(id) && !later.includes(id)) secondFactor.add(id)
    },
  }
}

/** What articles look like wherever they are shown. */
const ARTICLES =
  /\/src\/web\/features\/articles\/articles\/(?!changes-list|renewal-note|search\.)[^/]+\.tsx?$/
/** The screens of event hooks, which share most of what they show. Dialogs come later. */
const EVENT_HOOKS = /\/src\/web\/features\/operate\/event-hooks\/(?!\S*-dialog\.)[^/]+\.tsx?$/
/** What signing in through a provider adds to the pages that offer it. */
const PROVIDER =
  /\/src\/web\/features\/ground\/provider\/(?!user-provider-panel|identity-note|use-still-there)[^/]+\.tsx?$/
const ICONS = /node_modules\/lucide-react\//
/** What the browser knows of a noun. */
const NOUNS = /\/src\/(shared\/|web\/(api\/|features\/[^/]+\/[^/]+\/(queries|messages)\.ts))/

const isSignedOut = (id: string) => signedOut.has(id)
const isOfSecondFactor = (id: string) => secondFactor.has(id) || SECOND_FACTOR_ICONS.test(id)
/** Modules that most screens share and signed-out pages do not need. */
const isCommon = (id: string) => [ICONS, NOUNS].some((each) => each.test(id))

export default defineConfig({
  root,
  publicDir: 'src/web/public',
  plugins: [
    react(),
    themeTokens(),
    librarySheet(),
    withoutStyleCode(),
    allowedStyles(),
    namedModules(),
    signedOutModules(),
    compressedAhead(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: WITHOUT_EFFECTS, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Modules that are loaded together share a file; others come with the screen or the dialog that needs them.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules\//, priority: 40 },
            { name: 'start', tags: ['$initial'], test: /\/src\//, priority: 40 },
            { name: 'signed-out', test: isSignedOut, priority: 35 },
            { name: 'second-factor', test: isOfSecondFactor, priority: 33 },
            { name: 'provider', test: PROVIDER, priority: 32 },
            { name: 'event-hooks', test: EVENT_HOOKS, priority: 31 },
            { name: 'common', test: isCommon, minShareCount: 5, priority: 30 },
            { name: 'kit', test: isOf('kit'), priority: 25 },
            { name: 'menus', test: isOf('menus'), priority: 22 },
            { name: 'choices', test: isOf('choices'), priority: 20 },
            { name: 'dialogs', test: isOf('dialogs'), priority: 15 },
            { name: 'articles', test: ARTICLES, minShareCount: 2, priority: 10 },
            { name: 'frame', test: isOfFrame, priority: 10 },
            { name: 'icons', test: ICONS, minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
})
