import { FAMILY_TOPICS } from './topics/family.ts'
import { HOME_TOPICS } from './topics/home.ts'
import { KITCHEN_TOPICS } from './topics/kitchen.ts'
import { OUTDOOR_TOPICS } from './topics/outdoors.ts'
import { TECHNOLOGY_TOPICS } from './topics/technology.ts'
import type { Topic } from './topics/topic.ts'
import { WORKSHOP_TOPICS } from './topics/workshop.ts'

/** Everything that the publisher writes about. */
export const TOPICS: readonly Topic[] = [
  ...KITCHEN_TOPICS,
  ...HOME_TOPICS,
  ...OUTDOOR_TOPICS,
  ...FAMILY_TOPICS,
  ...WORKSHOP_TOPICS,
  ...TECHNOLOGY_TOPICS,
]
