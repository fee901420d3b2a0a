import type { Act } from '#shared/features/audit/rules.ts'
import type { Answer } from './api.ts'

/** Who makes the call, what is written down, and what makes the call once everything that it needs is there. */
export type WritingCall = [
  by: 'qa' | 'adm' | 'eng' | 'visitor',
  act: Act | null,
  ready: () => Promise<() => Promise<Answer>>,
]
