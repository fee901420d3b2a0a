import type { MotifName } from '../pictures/motif.ts'

/** Which products each motif may stand for; a wrong picture would be worse than the carton of all the others. */
const PICTURED: Partial<Record<MotifName, string>> = {
  oven: 'air fryer toaster oven, air fryer',
  kettle: 'gooseneck kettle, electric kettle',
  espresso: 'espresso machine',
  grinder: 'coffee grinder',
  blender: 'blender',
  mixer: 'stand mixer',
  pot: 'dutch oven, stainless steel cookware set',
  skillet: 'cast iron skillet, nonstick frying pan',
  ricecooker: 'rice cooker, slow cooker',
  jars: 'food storage containers',
  board: 'cutting board',
  knife: 'chef knife, knife set',
  robot: 'robot vacuum',
  vacuum: 'cordless stick vacuum, upright vacuum',
  mop: 'spray mop, steam mop',
  hamper: 'laundry hamper',
  shelf: 'shoe rack, closet organizer',
  iron: 'steam iron, garment steamer',
  purifier: 'air purifier, dehumidifier',
  humidifier: 'humidifier',
  heater: 'space heater',
  pillow: 'pillow',
  blanket: 'weighted blanket, duvet insert, bath towels',
  lamp: 'bedside lamp, desk lamp',
  tent: 'backpacking tent, family camping tent',
  sleepingbag: 'sleeping bag',
  stove: 'camp stove',
  campchair: 'camping chair',
  lantern: 'camping lantern',
  cooler: 'cooler',
  backpack: 'hiking backpack, travel backpack, kids backpack, camera backpack, diaper bag',
  boot: 'hiking boots',
  headlamp: 'headlamp',
  bottle: 'water bottle',
  mat: 'yoga mat, sleeping pad',
  dogbed: 'dog bed',
  harness: 'dog harness',
  cattree: 'cat tree, cat scratching post',
  litterbox: 'litter box',
  feeder: 'automatic pet feeder',
  fountain: 'pet water fountain',
  stroller: 'stroller',
  crib: 'convertible crib',
  monitor: 'baby monitor',
  highchair: 'high chair',
  blocks: 'wooden blocks',
  drill: 'cordless drill, impact driver',
  saw: 'circular saw, jigsaw',
  toolbox: 'tool box',
  hammer: 'hammer',
  ladder: 'step ladder',
  wateringcan: 'watering can',
  headphones: 'noise cancelling headphones, kids headphones',
  speaker: 'bluetooth speaker',
  chair: 'office chair',
  desk: 'standing desk',
  keyboard: 'mechanical keyboard',
  suitcase: 'carry on suitcase, checked suitcase',
  charger: 'portable charger',
  camera: 'instant camera',
}

const MOTIF_OF = new Map(
  Object.entries(PICTURED).flatMap(([motif, nouns]) =>
    // The keys are motifs, as the type of PICTURED says.
    nouns.split(', ').map((noun) => [noun, motif as MotifName] as const),
  ),
)

/** The motif that shows such a product: its own, or a carton. */
export function motifOf(noun: string): MotifName {
  return MOTIF_OF.get(noun) ?? 'carton'
}
