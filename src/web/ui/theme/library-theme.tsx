import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { antdTheme } from './antd-theme.ts'
import { libraryStyles } from './library-styles.ts'
import { useActiveTheme } from './theme-choice.ts'

/** Lets the library write styles under the server's policy; the development server has none. */
export const libraryCsp = {
  nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
}

/** Detached: the library writes its theme variables here, since the sheet already has them. */
const NOWHERE = document.createElement('div')

/** The component library in the colors and measures of the product. */
export function LibraryTheme({ children }: { children: ReactNode }) {
  const theme = useActiveTheme()
  const config = useMemo(() => antdTheme(theme), [theme])
  const themed = (
    <ConfigProvider theme={config} csp={libraryCsp}>
      {children}
    </ConfigProvider>
  )
  return libraryStyles.zeroRuntime ? <StyleProvider container={NOWHERE}>{themed}</StyleProvider> : themed
}
