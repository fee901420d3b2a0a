import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { session } from '#web/api/session.ts'

afterEach(() => {
  cleanup()
  session.signOut()
  localStorage.clear()
  sessionStorage.clear()
})
