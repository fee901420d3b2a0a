import './app/schemas-without-eval.ts'
import 'virtual:tokens.css'
import './ui/theme/fonts.css'
import './ui/input/button.css'
import './ui/layout/primitives.css'
import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
