declare module 'virtual:tokens.css' {}

declare module 'virtual:library.css?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: as the bundler exports addresses
  export default address
}
