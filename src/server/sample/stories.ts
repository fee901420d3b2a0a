import { COOKWARE_STORIES } from './stories/cookware.ts'
import { FAMILY_STORIES } from './stories/family.ts'
import { HOME_STORIES } from './stories/home.ts'
import { KITCHEN_STORIES } from './stories/kitchen.ts'
import { OUTDOOR_STORIES } from './stories/outdoors.ts'
import type { SampleStory } from './stories/story.ts'
import { TECHNOLOGY_STORIES } from './stories/technology.ts'
import { WORKSHOP_STORIES } from './stories/workshop.ts'

/** The sixty articles of the sample, oldest first, as they were requested. */
export const STORIES: readonly SampleStory[] = [
  ...KITCHEN_STORIES,
  ...COOKWARE_STORIES,
  ...HOME_STORIES,
  ...OUTDOOR_STORIES,
  ...FAMILY_STORIES,
  ...WORKSHOP_STORIES,
  ...TECHNOLOGY_STORIES,
].sort((left, right) => right.age - left.age)
