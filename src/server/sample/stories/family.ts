import type { SampleStory } from './story.ts'

export const FAMILY_STORIES: readonly SampleStory[] = [
  {
    line: 'dog bed',
    keywords: ['best orthopedic dog bed', 'dog bed for large dogs', 'dog bed for senior dogs'],
    site: 'pt',
    picture: 'dogbed',
    by: 'lucia',
    status: 'requested',
    age: 0.1,
    title: 'The Best Orthopedic Dog Beds for Large, Stiff, Happy Dogs',
    intro:
      'An old Labrador does not read the label; he lies down or he walks away. We gave nine beds to six large dogs with creaky hips for a month, and counted the hours each dog chose to spend on them. The most expensive bed came last.',
    products: [
      [
        'Bramblecote Memory Lounger',
        'Best Overall',
        'Ten hours a night, every night, and it still springs back.',
      ],
      [
        'Stillwater Bolster Bed',
        'Best for Large Dogs',
        'A side to lean on and room to stretch for fifty kilos of dog.',
      ],
      ['Nuzzle & Paw Flat Mat', 'Best Budget', 'Thin, but washable in any machine.'],
    ],
    faqs: ['What makes a dog bed orthopedic?', 'How often should a dog bed be washed?'],
  },
  {
    line: 'cat tree',
    keywords: ['best cat tree for large cats', 'sturdy cat tree'],
    site: 'pt',
    picture: 'cattree',
    by: 'amara',
    status: 'requested',
    age: 4.1,
    title: 'Sturdy Cat Trees for Cats Who Land Like Bricks',
    intro:
      'Seven kilos of cat at full speed will find the weak screw. We let two large brothers loose on seven cat trees and measured the wobble at the top platform after four weeks.',
    products: [
      ['Thistlemere Oak Tower', 'Best Overall', 'Moved four millimetres after a month of flying cats.'],
      ['Brindlecote Corner Perch', 'Best for Small Flats', 'Uses the corner that nobody needs.'],
      ['Lowmarsh Climb 3', 'Best Value', 'Screw it to the wall and it is as good as the others.'],
    ],
    faqs: [
      'How tall should a cat tree be?',
      'How do you stop a cat tree from wobbling?',
      'Where should a cat tree stand?',
    ],
  },
  {
    line: 'automatic pet feeder',
    keywords: ['best automatic pet feeder for cats', 'automatic pet feeder for weekends away'],
    site: 'pt',
    picture: 'feeder',
    by: 'marcus',
    status: 'approved',
    age: 30,
    title: 'Automatic Feeders That Never Miss Breakfast',
    intro:
      'A feeder has one job, at six in the morning, every morning, during a power cut too. We ran eight of them for sixty days, pulled the plug on ten of those and weighed four hundred portions.',
    products: [
      ['Pellmere Mealtime', 'Best Overall', 'Four hundred portions, not one missed, batteries included.'],
      ['Vantry Twin Bowl', 'Best for Two Cats', 'Two bowls, one hopper, no arguments.'],
    ],
    faqs: ['Can an automatic feeder serve wet food?', 'What happens in a power cut?'],
    returns: [
      [
        'The second summary says “two hoppers”, the maker says one. Which is right?',
        'One hopper that feeds two bowls. Corrected.',
      ],
    ],
    validator: 'wen',
  },
  {
    line: 'litter box',
    keywords: ['best litter box for odor control', 'enclosed litter box'],
    site: 'pt',
    picture: 'litterbox',
    by: 'wen',
    status: 'rejected',
    age: 45,
    title: 'Litter Boxes for Odour Control in Small Flats',
    intro:
      'Boxes do not smell, litter does, and a lid mostly hides it from you rather than from the cat. We compared enclosed and open boxes with the same litter and a panel of four honest noses.',
    products: [
      ['Solvane Top Hatch', 'Best Overall', 'The least smell and the least litter on the floor.'],
      ['Dunlarch Hood', 'Best Budget', 'A plain hood with a filter that can be replaced.'],
    ],
    faqs: ['How often should litter be changed?', 'Do cats dislike enclosed boxes?'],
    rejection:
      'The comparison is good, but both picks have been discontinued since the test. We would need to start again with current products.',
    validator: 'dana',
  },
  {
    line: 'dog harness',
    keywords: ['best no pull dog harness', 'dog harness for large dogs'],
    site: 'pt',
    picture: 'harness',
    by: 'sofia',
    status: 'published',
    age: 74,
    title: 'No-Pull Harnesses, Tested by Dogs Who Pull',
    intro:
      'No harness teaches a dog to walk nicely, but a good one makes it harder to tow you. We measured the pull on the lead with a luggage scale, before and after, on the same street with the same squirrel.',
    products: [
      ['Kitehollow Front Clip', 'Best Overall', 'Halved the pull and did not rub.'],
      ['Stillwater Trail Vest', 'Best for Hiking', 'A handle on the back and pockets that stay closed.'],
      ['Nuzzle & Paw Step-In', 'Best for Small Dogs', 'On in four seconds, even on a wriggler.'],
    ],
    faqs: ['How tight should a harness be?', 'Is a harness better than a collar?'],
    validator: 'wen',
  },
  {
    line: 'pet water fountain',
    keywords: ['best stainless steel pet water fountain', 'pet water fountain for cats'],
    site: 'pt',
    picture: 'fountain',
    by: 'jonas',
    status: 'draft',
    age: 19,
    title: 'The best stainless steel pet water fountain',
    products: [],
    faqs: ['Why do cats prefer running water?'],
    notes: 'Outline only. Ask Pet Tally whether the spring test of pumps may be reused.',
  },
  {
    line: 'stroller',
    keywords: ['best lightweight stroller for travel', 'compact stroller'],
    site: 'tj',
    picture: 'stroller',
    by: 'lucia',
    status: 'returned',
    age: 12,
    title: 'Travel Strollers That Fold Before the Bus Leaves',
    intro:
      'One hand for the child, one for the stroller, none for the bag. We folded nine travel strollers with one hand at a real bus stop, then took the four best through two airports and a cobbled old town.',
    products: [
      ['Hopscote Fold 6', 'Best Overall', 'Folds with one hand in three seconds and stands up by itself.'],
      ['Marlowick City', 'Best on Cobbles', 'Larger wheels, a kilo heavier, much calmer.'],
      ['Wrenfold Hop', 'Best Value', 'A stiff fold, but half the price.'],
    ],
    faqs: [
      'Can a travel stroller be taken on board a plane?',
      'From what age can a child use a travel stroller?',
    ],
    returns: [
      [
        'Please state for each pick whether it is safe from birth; two of them are not.',
        'Added to all three summaries.',
      ],
      [
        'The summary of the Hop is now gone altogether. Something went wrong in the last save, I think.',
        'Put it back, and shortened it.',
      ],
      [
        'Nearly there. The award “Best on Cobbles” is charming but our award list asks for “Best All-Terrain”. Your call, just tell me which.',
      ],
    ],
    validator: 'dana',
  },
  {
    line: 'convertible crib',
    keywords: ['best convertible crib for small nurseries', 'mini convertible crib'],
    site: 'tj',
    picture: 'crib',
    by: 'ines',
    status: 'published',
    age: 60,
    title: 'Convertible Cribs for Nurseries the Size of a Cupboard',
    intro:
      'A crib that becomes a bed should not need a second room to do it. We built, rebuilt and unbuilt six cribs in a room of six square metres, and counted the screws left over each time.',
    products: [
      ['Marlowick Mini 3-in-1', 'Best Overall', 'Fits beside a wardrobe, converts in twenty minutes.'],
      ['Hollinworth Spindle', 'Best Looking', 'Solid beech that will outlive the nursery.'],
    ],
    faqs: [
      'How long does a child sleep in a mini crib?',
      'Does a mini crib take a standard mattress?',
      'When should a crib be converted?',
    ],
    validator: 'dana',
  },
  {
    line: 'high chair',
    keywords: ['best easy to clean high chair', 'folding high chair'],
    site: 'tj',
    picture: 'highchair',
    by: 'dana',
    status: 'requested',
    age: 8.5,
    title: 'High Chairs You Can Clean in Under a Minute',
    intro:
      'Lentils find every seam. We served the same lunch of lentils, yoghurt and mango in eight high chairs and timed the clean-up with a wet cloth. The winner took forty seconds, the slowest took a screwdriver.',
    products: [
      ['Hopscote Simple Seat', 'Best Overall', 'One smooth shell, no cushion, forty seconds.'],
      ['Thistlemere Grow', 'Best Long-Term Buy', 'Becomes a desk chair; more corners to wipe.'],
      ['Lowmarsh Fold Flat', 'Best Folding', 'Slides behind a door.'],
    ],
    faqs: ['When can a baby sit in a high chair?', 'Are high chair trays dishwasher safe?'],
  },
  {
    line: 'wooden blocks',
    keywords: ['best wooden blocks for toddlers', 'large wooden blocks'],
    site: 'tj',
    picture: 'blocks',
    by: 'mei',
    status: 'approved',
    age: 41,
    title: 'The Best Wooden Blocks, as Judged by Three-Year-Olds',
    intro:
      'Adults like blocks in tasteful greens; children like whatever builds the tallest tower. A nursery group of twelve played with seven sets for a week each, and the teachers kept score.',
    products: [
      ['Wrenfold Century Set', 'Best Overall', 'One hundred blocks, cut so evenly that towers stand.'],
      ['Hopscote Rainbow Arches', 'Best Gift', 'Looks lovely on a shelf, and is rarely left there.'],
      ['Aldermoor Plain 60', 'Best Value', 'No paint, no nonsense.'],
    ],
    faqs: ['How many blocks does a toddler need?', 'Are painted blocks safe to chew on?'],
    validator: 'mei',
  },
  {
    line: 'baby monitor',
    keywords: ['best baby monitor for travel', 'audio baby monitor'],
    site: 'tj',
    picture: 'monitor',
    by: 'callum',
    status: 'canceled',
    age: 33,
    title: 'Simple Baby Monitors for Travel',
    intro:
      'Away from home there is no router you trust. We looked only at monitors that need no network and no account, and walked away from them until they went silent.',
    products: [['Solvane Cradle Call', 'Best Overall', 'Two hundred metres through three walls.']],
    faqs: ['Do baby monitors need wifi?', 'How far does an audio monitor reach?'],
    returns: [
      [
        'Legal asks us not to publish on monitors until the recall of last month is settled. Please cancel or hold.',
      ],
    ],
    validator: 'dana',
  },
]
