/**
 * With `zeroRuntime`, the library generates no styles: the built app has them in a sheet, and in tests they would take a
 * third of the time. Apart from the theme, because signed-out pages load without the library.
 */
export const libraryStyles = { zeroRuntime: false }
