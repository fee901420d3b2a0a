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

const chunk = (name: string, test: RegExp) => ({ name, test, priority: 10 })

/** Of the kit, what signed-out pages are made of: they are without the component library. */
const BASICS =
  /\/src\/web\/ui\/(alert|avatar|button|confirm|empty|failed|field|logo|notify|page|skeleton|use-unsaved|list\/address|form\/(form-field|form-refusal|form-store|issues|merge|stash|use-form))\.tsx?$/

export default defineConfig({
  root,
  publicDir: 'src/web/public',
  plugins: [react(), themeTokens(), compressedAhead()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            chunk('react', /node_modules\/(react|react-dom|scheduler)\//),
            chunk('routing', /node_modules\/@tanstack\//),
            chunk('schemas', /node_modules\/zod\/|web\/app\/schemas-without-eval/),
            chunk('icons', /node_modules\/lucide-react\//),
            chunk('basics', BASICS),
            // What most screens need comes in one piece, the rest with the first screen that needs it.
            {
              name: 'kit',
              test: /node_modules\/(antd|@ant-design|@rc-component|@emotion)\/|\/src\/web\/(ui|features\/(sites|articles|keywords))\//,
              priority: 5,
              minShareCount: 4,
            },
            chunk(
              'data',
              /\/src\/shared\/|\/src\/web\/(api\/|features\/[^/]+\/(queries|messages|search)\.ts)/,
            ),
          ],
        },
      },
    },
  },
})
