import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { FIRST_STEPS, FIRST_SYSTEMS, STEP_STATES } from './rules.ts'

const Site = z.object({
  site_id: z.number(),
  display_name: z.string(),
  url: z.string(),
  logo_url: z.string(),
})

export const Step = z.object({
  step: z.enum(FIRST_STEPS),
  state: z.enum(STEP_STATES),
  /** The user who skipped it, and when; null if not skipped. */
  skipped: z.object({ name: z.string(), by_you: z.boolean(), at: Timestamp }).nullable(),
})
export type Step = z.infer<typeof Step>

/** How far the setup of a workspace is. */
export const FirstSteps = z.object({
  /** Every step is done or skipped. */
  is_done: z.boolean(),
  /** A user hid the page; hidden by default in the sample. */
  is_hidden: z.boolean(),
  /** In the order of `FIRST_STEPS`. */
  steps: z.array(Step),
  /** The first site, and how many there are. */
  site: Site.nullable(),
  sites: z.number(),
  posts: z.object({
    /** The site whose posts are read, or would be next; null without one. */
    site: Site.nullable(),
    /** How many posts are followed that were not written here. */
    followed: z.number(),
    /** The run that is under way, or the last one. */
    total: z.number(),
    done: z.number(),
    started_at: Timestamp.nullable(),
    /** When a run last came on. */
    moved_at: Timestamp.nullable(),
    /** Why a run waits or was stopped, or why the posts cannot be read. */
    reason: z.string().nullable(),
  }),
  /** How many keywords there are, and how many the posts would bring. */
  keywords: z.object({ count: z.number(), found: z.number() }),
  people: z.number(),
  systems: z.array(
    z.object({
      system: z.enum(FIRST_SYSTEMS),
      /** `built-in` or the vendor; null before the first check. */
      adapter: z.string().nullable(),
      ok: z.boolean(),
      detail: z.string(),
      /** The settings that connect it. */
      settings: z.string(),
    }),
  ),
})
export type FirstSteps = z.infer<typeof FirstSteps>

const access = ['ManageSites'] as const

export const firstStepsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/first-steps',
    access,
    summary: 'How far the setup of the workspace is.',
    answer: FirstSteps,
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/api/first-steps',
    access,
    summary: 'Hide the page of first steps, or show it again.',
    body: z.object({ hidden: z.boolean() }),
    answer: FirstSteps,
  }),
  skip: endpoint({
    method: 'PUT',
    path: '/api/first-steps/:step',
    access,
    summary: 'Skip a step, or take it up again.',
    params: z.object({ step: z.enum(FIRST_STEPS) }),
    body: z.object({ skipped: z.boolean() }),
    answer: FirstSteps,
  }),
}
