import type { SampleStory } from './story.ts'

export const KITCHEN_STORIES: readonly SampleStory[] = [
  {
    line: 'air fryer toaster oven',
    keywords: ['best air fryer toaster oven', 'toaster oven for a family of four'],
    site: 'hs',
    picture: 'oven',
    by: 'tomas',
    status: 'requested',
    age: 1.1,
    title: 'The best air fryer toaster oven',
    intro:
      'A good countertop oven should toast on weekdays and roast a chicken on Sunday. We cooked in nine of them for six weeks: frozen chips, sheet-pan salmon, two birthday cakes and three hundred slices of white bread. Three are worth the counter they take.',
    notes: 'Keep the Crestwell first, it was the only one that browned both racks evenly.',
    products: [
      [
        'Crestwell Dual-Zone Toaster Oven, 25 Litre',
        'Best Overall',
        'Even browning on both racks, a quiet fan and a door that stays cool enough to touch.',
      ],
      [
        'Haldenby Countertop 9',
        'Best Large Capacity',
        'Fits a whole chicken or nine slices; the slow preheat is the price you pay.',
      ],
      [
        'Emberlow Crisp 6 qt',
        'Best Value',
        'Fries done in fourteen minutes, and the basket survives the dishwasher.',
      ],
    ],
    faqs: [
      'Is an air fryer toaster oven better than a basket air fryer?',
      'How long does a toaster oven last?',
    ],
  },
  {
    line: 'gooseneck kettle',
    keywords: ['best gooseneck kettle', 'gooseneck kettle for pour over'],
    site: 'ok',
    picture: 'kettle',
    by: 'lucia',
    status: 'rejected',
    age: 17,
    title: 'The Best Gooseneck Kettles for a Slow, Steady Pour',
    intro:
      'A gooseneck kettle is about control: where the water lands and how fast it gets there. We brewed the same coffee two hundred times, weighed every pour and timed every boil. The differences in the cup were smaller than we expected, but the differences in the wrist were not.',
    products: [
      [
        'Tarnwick Slowpour 0.9 L',
        'Best Overall',
        'Holds its temperature to the degree and pours in a thread as thin as a pencil lead.',
      ],
      ['Kettleby Stovetop Swan', 'Best Stovetop', 'No electronics to fail and a handle that never gets hot.'],
    ],
    faqs: ['Do you need a gooseneck kettle for pour over coffee?', 'What temperature should the water be?'],
    rejection:
      'Hearthside published a kettle guide for this keyword in September. Two of our titles would compete for the same page, so please pick another angle, for example stovetop kettles.',
    validator: 'dana',
  },
  {
    line: 'espresso machine',
    keywords: ['best espresso machine under 500', 'espresso machine for beginners'],
    site: 'ok',
    picture: 'espresso',
    by: 'lucia',
    status: 'requested',
    age: 6.2,
    title: 'Espresso Machines Under $500 That Pull a Proper Shot',
    intro:
      'Five hundred dollars buys either a very good machine or a very shiny one. We pulled forty shots on each of seven machines with the same beans and the same grinder, and asked two former baristas to taste them blind. The winner was the second cheapest.',
    products: [
      [
        'Moka Lane Duetto',
        'Best Overall',
        'Reaches temperature in six minutes and repeats a good shot all morning.',
      ],
      [
        'Torrance Vale Compact 15',
        'Best Small Kitchen',
        'Only fifteen centimetres wide, with a steam wand that takes practice.',
      ],
      [
        'Ombrel Lever One',
        'Best for Tinkerers',
        'All by hand and nearly silent; you will learn a lot from its mistakes.',
      ],
    ],
    faqs: [
      'Is a built-in grinder worth it?',
      'How often should an espresso machine be descaled?',
      'Can a beginner use a manual machine?',
    ],
  },
  {
    line: 'blender',
    keywords: ['best blender for smoothies', 'quiet blender', 'blender for crushing ice'],
    site: 'ok',
    picture: 'blender',
    by: 'amara',
    status: 'approved',
    age: 14,
    title: 'The Best Blenders for Smoothies Without the Grit',
    intro:
      'Frozen raspberries are the test that blenders fail: the seeds survive and the ice settles at the bottom. We made the same smoothie in eleven blenders, put each through a fine sieve and weighed what was left. Then we measured the noise from the next room, because somebody is always asleep.',
    products: [
      [
        'Vantry Whirl 1200',
        'Best Overall',
        'Left less than a gram in the sieve and has a jug that a hand fits into.',
      ],
      ['Quenby Hush', 'Quietest', 'A closed hood brings it down to the level of a conversation.'],
      ['Pellmere Go', 'Best Personal Blender', 'Blends in the cup you drink from; too small for two.'],
      ['Dunlarch 500', 'Best Under $50', 'Slow with ice, fine with everything else.'],
    ],
    faqs: [
      'How many watts does a blender need for ice?',
      'Glass or plastic jug?',
      'Can a blender replace a food processor?',
    ],
    validator: 'dana',
    praise: 'The sieve photos are great. Approved as is.',
  },
  {
    line: 'stand mixer',
    keywords: ['best stand mixer for bread dough', 'stand mixer under 300'],
    site: 'ok',
    picture: 'mixer',
    by: 'marcus',
    status: 'published',
    age: 56,
    title: 'Stand Mixers That Can Take Bread Dough, Loaf After Loaf',
    intro:
      'Cake batter is easy; a stiff rye dough is where mixers overheat and walk across the counter. We kneaded two kilos of dough a day in six mixers for three weeks, with a thermometer on the motor housing. Two of them never got warm.',
    products: [
      [
        'Hollinworth Baker 5',
        'Best Overall',
        'Kneads a kilo of rye for ten minutes without getting warm or moving.',
      ],
      [
        'Thistlemere Tilt',
        'Best for Small Kitchens',
        'Fits under a wall cabinet with the head up, which few do.',
      ],
      [
        'Marrowick Bowl-Lift 6',
        'Best for Big Batches',
        'Four loaves at a time, and as heavy as that sounds.',
      ],
    ],
    faqs: ['How big a bowl do you need for two loaves?', 'Why does a mixer walk across the counter?'],
    returns: [
      [
        'The third product has the same summary as the second. Please write one for the bowl-lift model.',
        'Sorry, a copying mistake. It has its own summary now.',
      ],
    ],
    validator: 'ruth',
  },
  {
    line: 'rice cooker',
    keywords: ['best small rice cooker', 'rice cooker for one person'],
    site: 'dt',
    picture: 'ricecooker',
    by: 'wen',
    status: 'requested',
    age: 3.4,
    title: 'The Best Small Rice Cookers for One or Two',
    intro:
      'Most rice cookers are made for six and get sulky with a single cup. We cooked one cup of short grain, one of basmati and one of brown rice in each of eight small machines, and looked for a scorched bottom. Five of them scorched.',
    products: [
      ['Solvane Petite 3-Cup', 'Best Overall', 'The only one that cooked a single cup as well as three.'],
      ['Fennaway Mini', 'Best for Travel', 'Small enough for a suitcase, with a lid that locks.'],
    ],
    faqs: [
      'How much water does one cup of rice need?',
      'Can a rice cooker steam vegetables at the same time?',
    ],
  },
  {
    line: 'coffee grinder',
    keywords: ['best manual coffee grinder', 'coffee grinder for travel'],
    site: 'ok',
    picture: 'grinder',
    by: 'marcus',
    status: 'returned',
    age: 8,
    title: 'Hand Grinders Worth the Elbow Grease',
    intro:
      'Thirty seconds of cranking buys you a better grind than most electric mills at twice the price. We ground a kilo of beans in each of six hand grinders and sifted the results. Our forearms have opinions too.',
    products: [
      ['Kitehollow Crank 48', 'Best Overall', 'Steel burrs, clear clicks and a lid that stays on.'],
      ['Quenby Pocket Mill', 'Best for Travel', 'Slides into a coffee press, beans included.'],
    ],
    faqs: ['Is a hand grinder good enough for espresso?', 'How do you clean a burr grinder?'],
    returns: [
      [
        'The intro promises six grinders but the guide names two. Either add picks or say why four were left out.',
        'Added a sentence on the four we dropped; two is what we can honestly recommend.',
      ],
      [
        'Better. The Pocket Mill has been out of stock for three weeks, please check whether it is coming back.',
      ],
    ],
    validator: 'dana',
  },
]
