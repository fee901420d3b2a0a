import type { SampleStory } from './story.ts'

export const WORKSHOP_STORIES: readonly SampleStory[] = [
  {
    line: 'cordless drill',
    keywords: ['quiet cordless drill under 100', 'best cordless drill for apartment dwellers'],
    site: 'bm',
    picture: 'drill',
    by: 'marcus',
    status: 'requested',
    age: 1.9,
    title: 'Quiet Cordless Drills Under $100 That Will Not Wake the Neighbours',
    intro:
      'Brushless motors have made drills quieter, and competition has made them cheap. We drilled a hundred holes in pine, brick and one very hard lintel with each of seven drills, and kept a sound meter on the other side of the wall.',
    products: [
      [
        'Hollinworth BL12 Compact',
        'Best Overall',
        'Quiet in wood, patient in brick, comfortable in a small hand.',
      ],
      ['Ruskdale 18 Home Kit', 'Best Kit', 'Two batteries and a case that closes with everything in it.'],
      ['Dunlarch D10', 'Best Under $50', 'Enough for shelves and flat-pack furniture.'],
    ],
    faqs: ['Is 12 volts enough for home use?', 'Do you need a hammer drill for brick?'],
  },
  {
    line: 'circular saw',
    keywords: ['best circular saw for beginners', 'lightweight circular saw'],
    site: 'bm',
    picture: 'saw',
    by: 'tomas',
    status: 'published',
    age: 49,
    title: 'Circular Saws for Your First Straight Cut',
    intro:
      'A first saw should be light, predictable and easy to see over. Ten people who had never held one cut the same sheet of plywood with six saws, and we measured how far each line strayed.',
    products: [
      [
        'Ruskdale Compact 140',
        'Best Overall',
        'The straightest first cuts, thanks to a window over the blade.',
      ],
      ['Hollinworth Left 165', 'Best for Right-Handers', 'Blade on the left, line in full view.'],
    ],
    faqs: ['Which blade is best for plywood?', 'Is a guide rail necessary?', 'Corded or cordless?'],
    validator: 'dana',
    praise: 'Nice test. Two small typos fixed while approving.',
  },
  {
    line: 'tool box',
    keywords: ['best tool box for apartments', 'small tool box'],
    site: 'bm',
    picture: 'toolbox',
    by: 'amara',
    status: 'returned',
    age: 2.6,
    title: 'Small Tool Boxes for People with One Drawer of Tools',
    intro:
      'You do not need a rolling chest for a hammer, two screwdrivers and the mysterious key. We packed the same thirty things into eight small boxes and carried each down four floors.',
    products: [
      ['Ruskdale Tote 16', 'Best Overall', 'Everything in sight, a handle that does not bite.'],
      ['Brindlecote Steel Lunch', 'Best Looking', 'Painted steel with a latch that clicks.'],
    ],
    faqs: ['What belongs in a basic tool kit?', 'Metal or plastic?'],
    returns: [
      [
        'The hero shows a red metal box, but the first pick is grey plastic. Could you swap the order or the picture?',
      ],
    ],
    validator: 'wen',
  },
  {
    line: 'step ladder',
    keywords: ['best step ladder for seniors', 'folding step ladder'],
    site: 'bm',
    picture: 'ladder',
    by: 'ruth',
    status: 'rejected',
    age: 88,
    title: 'Step Ladders That Feel Safe at the Top',
    intro:
      'The third step is where confidence ends. We asked eight people over seventy to change the same light bulb on five ladders, with somebody standing by, and to tell us when they wanted to come down.',
    products: [
      ['Aldermoor Handrail 3', 'Best Overall', 'A rail to hold on to and steps as deep as a shoe.'],
      ['Lowmarsh Slim 3', 'Easiest to Store', 'Folds to the width of a book.'],
    ],
    faqs: ['How high can you reach from a three-step ladder?', 'How much weight does a step ladder carry?'],
    returns: [
      [
        'Please name the load rating of both ladders, it is the first thing that people ask about.',
        'Added: 150 kg and 120 kg.',
      ],
    ],
    rejection:
      'The Slim 3 was recalled this week. With one product left this is not a guide; thank you for the careful test, and let us repeat it with new ladders in the new year.',
    validator: 'dana',
  },
  {
    line: 'hammer',
    keywords: ['best hammer for home use'],
    site: 'bm',
    picture: 'hammer',
    by: 'jonas',
    status: 'draft',
    age: 34,
    title: 'The best hammer for home use',
    intro: '',
    products: [['Ruskdale 16 oz Claw', 'Best Overall', '']],
    faqs: [],
  },
  {
    line: 'watering can',
    keywords: ['best watering can for houseplants', 'long spout watering can'],
    site: 'bm',
    picture: 'wateringcan',
    by: 'lucia',
    status: 'requested',
    age: 13,
    title: 'Watering Cans for Houseplants, and for the Floor Beneath Them',
    intro:
      'A long spout reaches the soil; a good one stops when you stop. We watered forty plants a week with seven cans and kept a tissue under each spout.',
    products: [
      ['Kettleby Heron 1 L', 'Best Overall', 'Not a drip on the tissue, and light when full.'],
      ['Brindlecote Brass Sprout', 'Best Gift', 'As pretty as the plants.'],
    ],
    faqs: ['How big should a watering can for houseplants be?', 'Is a rose useful indoors?'],
    returns: [
      [
        'Could you add one can under twenty dollars? Both picks are on the expensive side.',
        'I tried three and all of them drip. I would rather say so in the intro than recommend one.',
      ],
    ],
    validator: 'wen',
  },
]
