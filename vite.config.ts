import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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

const WORTH_IT_BYTES = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What stands in a file is compressed once, as well as it can be: `main.js` gets a `main.js.br` and a `main.js.gz`. */
function compressedAhead(): Plugin {
  let folder = ''
  return {
    name: 'compressed-ahead',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
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

/** The component library's packages publish what has no effects of its own without saying so. */
const WITHOUT_EFFECTS = /node_modules\/@(rc-component|ant-design)\//
/** What every screen behind the sign-in is made of, and lists above all; with what it needs of the library. */
const KIT =
  /\/src\/web\/ui\/(list\/(?!filter-choice)|data-table|search-box|percent-bar|status-badge|switch|repeated|relative-time|named-logo|patched|save-file|icon-button|confirm-host|use-(media|search-state|row-focus|debounced|hotkey|column-choice))|node_modules\/(antd\/es\/(button|segmented|popover|config-provider|checkbox|style|_util)|@ant-design\/icons|@ant-design\/icons-svg|@rc-component\/(overflow|util))\//
/** Menus that open. */
const MENUS =
  /node_modules\/(antd\/es\/(menu|dropdown)|@rc-component\/(menu|dropdown))\/|\/src\/web\/ui\/click-menu/
/** Lists to choose from. */
const CHOICES =
  /node_modules\/(antd\/es\/(select|auto-complete)|@rc-component\/(select|virtual-list))\/|\/src\/web\/(ui\/(select|suggest-box)|features\/keywords\/used-keyword-picker)/
/** What opens over a screen, and the forms in it. */
const DIALOGS =
  /node_modules\/antd\/es\/(modal|drawer|progress|switch)\/|\/src\/web\/ui\/(dialog|question-dialog|labelled|length-note|form\/)/

/** The pages of whoever has not signed in; they are without the component library. */
const SIGNED_OUT =
  /\/src\/web\/features\/auth\/(sign-in|confirmation|forgot-password|reset-password)-screen\.tsx$/
const OURS = /\/src\//
const signedOut = new Set<string>()

/** Knows what signed-out pages are made of, by what they import, so that nothing else is loaded with it. */
function signedOutModules(): Plugin {
  return {
    name: 'signed-out-modules',
    apply: 'build',
    buildEnd() {
      const pages = [...this.getModuleIds()].filter((id) => SIGNED_OUT.test(id))
      if (pages.length !== 4) throw new Error('A page for whoever has not signed in has another name.')
      const found = new Set(pages)
      for (const id of found)
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) if (OURS.test(each)) found.add(each)
      for (const id of found) if (!pages.includes(id)) signedOut.add(id)
    },
  }
}

/** The frame of whatever is behind the sign-in, and what its addresses may say. */
const FRAME =
  /\/src\/web\/(app\/(layout\/(signed-in|header|side-menu|menu-panel|shortcuts\.|use-)|searches|menu|screen-icons)|ui\/theme\/antd-theme|features\/([^/]+\/search\.ts|(claims|sites)\/queries))|\/src\/shared\/features\/user-activity\/contract/
/** What articles look like wherever they are shown. */
const ARTICLES = /\/src\/web\/features\/articles\/(?!changes-list|renewal-note|search\.)[^/]+\.tsx?$/
const ICONS = /node_modules\/lucide-react\//
/** What the browser knows of a noun. */
const NOUNS = /\/src\/(shared\/|web\/(api\/|features\/[^/]+\/(queries|messages)\.ts))/

const isSignedOut = (id: string) => signedOut.has(id)
/** What screens have in common, and what is behind the sign-in alone. */
const isCommon = (id: string) => [ICONS, NOUNS].some((each) => each.test(id))

export default defineConfig({
  root,
  publicDir: 'src/web/public',
  plugins: [react(), themeTokens(), signedOutModules(), compressedAhead()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: WITHOUT_EFFECTS, sideEffects: false }] },
      output: {
        codeSplitting: {
          // What is loaded together is one file; the rest comes with the screen or the dialog that needs it.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules\//, priority: 40 },
            { name: 'start', tags: ['$initial'], test: /\/src\//, priority: 40 },
            { name: 'signed-out', test: isSignedOut, priority: 35 },
            { name: 'common', test: isCommon, minShareCount: 5, priority: 30 },
            { name: 'kit', test: KIT, priority: 25 },
            { name: 'menus', test: MENUS, priority: 22 },
            { name: 'choices', test: CHOICES, priority: 20 },
            { name: 'dialogs', test: DIALOGS, priority: 15 },
            { name: 'articles', test: ARTICLES, minShareCount: 2, priority: 10 },
            { name: 'frame', test: FRAME, priority: 10 },
            { name: 'icons', test: ICONS, minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
})
