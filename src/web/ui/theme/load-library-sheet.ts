import { libraryStyles } from './library-styles.ts'

let loading: Promise<void> | undefined

function load(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = LIBRARY_SHEET
  link.onload = () => resolve()
  link.onerror = () => {
    link.remove()
    loading = undefined
    reject(new TypeError('The styles of the component library could not be loaded.'))
  }
  // Before all other sheets, so that they override it.
  document.head.prepend(link)
  return promise
}

/** Loads the styles of the component library, which are built with the app. In development, the library writes its own. */
export async function loadLibrarySheet(): Promise<void> {
  if (!import.meta.env.PROD) return
  libraryStyles.zeroRuntime = true
  loading ??= load()
  await loading
}
