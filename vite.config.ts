import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

const chunk = (name: string, test: RegExp) => ({ name, test, priority: 10 })

export default defineConfig({
  root,
  publicDir: 'src/web/public',
  plugins: [react(), themeTokens()],
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
