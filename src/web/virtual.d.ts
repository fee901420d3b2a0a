declare module 'virtual:tokens.css' {}

/** The address of the component library's styles; only in the built app. */
declare const LIBRARY_SHEET: string
