import { z } from 'zod'

const Gid = z.string().regex(/^\d+$/)
/** Text that our database can hold, too. */
const Words = z.string().transform((text) => text.toWellFormed().replaceAll('\0', ''))
const Named = z.object({ gid: Gid, name: Words })

/** The envelope of a response. */
export const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ data })
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_page: z.object({ offset: z.string() }).nullish() })

export const FoundTask = Named
export const AsanaSection = Named
export const Nothing = z.unknown()

export const TASK_FIELDS = [
  'name',
  'notes',
  'completed',
  'modified_at',
  'permalink_url',
  'memberships.project',
  'memberships.section.name',
  'custom_fields.name',
  'custom_fields.display_value',
].join(',')

export const AsanaTask = z.object({
  gid: Gid,
  name: Words,
  notes: Words.default(''),
  completed: z.boolean(),
  modified_at: z.coerce.date(),
  permalink_url: z.url({ protocol: /^https?$/ }),
  memberships: z.array(z.object({ project: z.object({ gid: Gid }), section: Named.nullish() })).default([]),
  custom_fields: z
    .array(z.object({ name: z.string().nullish(), display_value: z.string().nullish() }))
    .default([]),
})
export type AsanaTask = z.infer<typeof AsanaTask>

export const NOTE_FIELDS = 'name,notes'
export const TaskNotes = z.object({ gid: Gid, notes: z.string().default('') })

export const STORY_FIELDS = 'text,type'
export const AsanaStory = z.object({ text: z.string().nullish() })

export const FIELD_FIELDS =
  'custom_field.name,custom_field.resource_subtype,custom_field.enum_options.name,custom_field.enum_options.enabled'
export const FieldSetting = z.object({
  custom_field: z.object({
    gid: Gid,
    name: z.string(),
    resource_subtype: z.string().nullish(),
    enum_options: z
      .array(z.object({ gid: Gid, name: z.string(), enabled: z.boolean().default(true) }))
      .nullish(),
  }),
})

export const WEBHOOK_FIELDS = 'active,target,resource'
export const Webhook = z.object({ gid: Gid, active: z.boolean(), target: z.string() })

const Failure = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** What Asana itself says of a refusal, for the log. */
export function messageOf(body: unknown): string | undefined {
  const parsed = Failure.safeParse(body)
  return parsed.success ? parsed.data.errors[0]?.message.slice(0, 200) : undefined
}
