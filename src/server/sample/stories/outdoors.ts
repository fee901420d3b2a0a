import type { SampleStory } from './story.ts'

export const OUTDOOR_STORIES: readonly SampleStory[] = [
  {
    line: 'backpacking tent',
    keywords: ['best 4 person backpacking tent', 'backpacking tent for high wind'],
    site: 'ta',
    picture: 'tent',
    by: 'ines',
    status: 'returned',
    age: 5.6,
    title: 'The best 4 person backpacking tent',
    intro:
      'Four people in one light tent sounds like a compromise, and it is, until you divide the weight by four. We carried five tents over the same ridge in October and pitched each of them in wind, in rain and in the dark.',
    products: [
      ['Fellmark Quad UL', 'Best Overall', 'Pitches in six minutes and stays quiet when it blows.'],
      ['Ridgeway Basecamp 4', 'Best in Wind', 'Five poles and a kilo more than the rest; it did not move.'],
    ],
    faqs: ['How heavy is a 4 person backpacking tent?', 'Does a 4 person tent fit four adults?'],
    returns: [
      [
        'The Fellmark is listed as a 3-person tent on its product page. Please check the ASIN, or pick another award.',
        'Right, that was the old listing. Swapped the ASIN, this is the 4-person version.',
      ],
      ['Thanks. The intro still says “sleeps three” in one place, and FAQ 2 is not answered in the text.'],
    ],
    validator: 'dana',
  },
  {
    line: 'hiking backpack',
    keywords: ['best 40 liter hiking backpack', 'hiking backpack for weekend trips'],
    site: 'ta',
    picture: 'backpack',
    by: 'marcus',
    status: 'approved',
    age: 18,
    title: 'Forty Litres, Two Nights: The Best Weekend Packs',
    intro:
      'Forty litres is enough for two nights if the pack uses all forty. We loaded eight packs with the same eleven kilos, walked thirty kilometres with each and noted the first spot that hurt.',
    products: [
      ['Corriemoor Drift 40', 'Best Overall', 'The hip belt carries, the shoulders forget.'],
      [
        'Skerrow Vent 42',
        'Best in Summer',
        'A mesh back that keeps the shirt dry and the load a little far out.',
      ],
      ['Fellmark Lite 38', 'Lightest', 'Under a kilo; be gentle with the fabric.'],
    ],
    faqs: [
      'Is 40 litres enough for a weekend?',
      'How should a backpack fit?',
      'Can a 40 litre pack be carried on a plane?',
    ],
    validator: 'wen',
  },
  {
    line: 'sleeping bag',
    keywords: ['best sleeping bag for side sleepers', 'wide sleeping bag'],
    site: 'ta',
    picture: 'sleepingbag',
    by: 'callum',
    status: 'requested',
    age: 7,
    title: 'Sleeping Bags with Room to Roll Over',
    intro:
      'Mummy bags are made for people who sleep like mummies. Six side sleepers spent a cold week in wider bags, and we asked each morning about knees, drafts and zips.',
    products: [
      ['Dovelow Spoon 20', 'Best Overall', 'Wide at elbows and knees, narrow where it should be.'],
      ['Fellmark Quilt Bag', 'Best for Backpacking', 'Opens into a quilt, packs to the size of a loaf.'],
    ],
    faqs: ['Are wide sleeping bags colder?', 'How do you wash a down sleeping bag?'],
    returns: [
      [
        'Please add the temperature ratings that we measured, readers ask for them first.',
        'They are in both summaries and in the notes for the table.',
      ],
    ],
    validator: 'dana',
    notes: 'Measured comfort: Spoon -4 °C, Quilt Bag +1 °C.',
  },
  {
    line: 'camp stove',
    keywords: ['best two burner camp stove', 'camp stove for windy days'],
    site: 'ta',
    picture: 'stove',
    by: 'jonas',
    status: 'published',
    age: 84,
    title: 'Two-Burner Camp Stoves That Simmer as Well as They Roar',
    intro:
      'Boiling water is easy. Pancakes are the real test, because they burn on any stove that cannot turn down. We made ninety of them on six stoves, in a breeze.',
    products: [
      ['Emberlow Trail Duo', 'Best Overall', 'A low flame that stays lit, and wind shields that work.'],
      ['Ridgeway Suitcase Stove', 'Most Compact', 'Folds to the size of a laptop.'],
      ['Lowmarsh Classic', 'Best Value', 'Old-fashioned, tough and easy to repair.'],
    ],
    faqs: ['How long does a small propane bottle last?', 'Can a camp stove be used in a tent?'],
    validator: 'wen',
  },
  {
    line: 'headlamp',
    keywords: ['best rechargeable headlamp', 'headlamp for night hiking'],
    site: 'ta',
    picture: 'headlamp',
    by: 'lucia',
    status: 'requested',
    age: 2.2,
    title: 'Rechargeable Headlamps for Long Walks After Dark',
    intro:
      'The lumen count on the box lasts about ninety seconds. We ran nine headlamps until they went out and plotted how bright they really were after one hour, two and four.',
    products: [
      ['Kitehollow Beam 4', 'Best Overall', 'Steady light for four hours and one button too few to confuse.'],
      [
        'Skerrow Mini',
        'Lightest',
        'Forty grams. You forget that it is on, and so does everyone you look at.',
      ],
    ],
    faqs: [
      'How many lumens do you need for hiking?',
      'What is the red light for?',
      'Can a headlamp be used in rain?',
    ],
  },
  {
    line: 'hiking boots',
    keywords: ['best waterproof hiking boots', 'hiking boots for wide feet', 'leather hiking boots'],
    site: 'ta',
    picture: 'boot',
    by: 'sofia',
    status: 'published',
    age: 118,
    title: 'Waterproof Hiking Boots That Stay Dry Past the First Stream',
    intro:
      'New boots are all waterproof. We walked two hundred kilometres in each of seven pairs and only then stood in a stream for ten minutes, with tissue paper in the toes. Three pairs came out dry.',
    products: [
      [
        'Corriemoor Fell Mid',
        'Best Overall',
        'Dry toes after two hundred kilometres, no blisters after ten.',
      ],
      ['Tarnwick Leather GT', 'Most Durable', 'Stiff for a week, then yours for ten years.'],
      ['Fellmark Wide Track', 'Best for Wide Feet', 'A real wide last, not just a longer one.'],
    ],
    faqs: ['Should hiking boots be a size larger?', 'How do you dry wet boots?'],
    validator: 'ruth',
    praise: 'The stream test is exactly what the page needed.',
  },
  {
    line: 'cooler',
    keywords: ['best cooler for a long weekend', 'hard sided cooler'],
    site: 'nf',
    picture: 'cooler',
    by: 'marcus',
    status: 'canceled',
    age: 97,
    title: 'Hard Coolers That Keep Ice Until Monday',
    intro:
      'We filled six coolers with the same ice on a Friday, opened each one twelve times a day and waited. Two of them still had ice on Monday evening.',
    products: [
      ['Haldenby Icebox 45', 'Best Overall', 'Ice on Monday evening, and two people can carry it.'],
      ['Lowmarsh Latch 40', 'Best Value', 'Lost a day of ice and half the price.'],
    ],
    faqs: ['How much ice does a cooler need?', 'Is a rotomolded cooler worth the money?'],
    returns: [
      ['The Icebox has been renamed by its maker. Please update name and ASIN.', 'Updated both.'],
      [
        'The new listing is only sold by third parties at twice the price, so it cannot be our first pick any more.',
      ],
    ],
    validator: 'ruth',
  },
  {
    line: 'camping chair',
    keywords: ['best camping chair for bad backs', 'heavy duty camping chair'],
    site: 'ta',
    picture: 'campchair',
    by: 'amara',
    status: 'draft',
    age: 1,
    title: 'The best camping chair for bad backs',
    intro:
      'Most camping chairs put your knees above your hips, which is pleasant for an hour and regrettable after that.',
    products: [
      ['Ridgeway Upright', 'Best Overall', 'Sits like a dining chair and folds like an umbrella.'],
      ['Skerrow Rocker', 'Most Comfortable'],
    ],
    faqs: ['How high should a camping chair be?', 'How much weight does a camping chair hold?'],
  },
  {
    line: 'camping lantern',
    keywords: ['best camping lantern for power outages', 'rechargeable camping lantern'],
    site: 'ta',
    picture: 'lantern',
    by: 'tomas',
    status: 'approved',
    age: 6,
    title: 'Lanterns for the Campsite and the Next Power Cut',
    intro:
      'A lantern spends most of its life in a cupboard, so it should still be charged when you need it. We put eight in a drawer for three months before we tested anything else.',
    products: [
      ['Kitehollow Jar Light', 'Best Overall', 'Lost four percent of its charge in three months.'],
      [
        'Solvane Concertina',
        'Most Compact',
        'Folds flat, glows softly, charges in the sun if you are patient.',
      ],
    ],
    faqs: ['How bright should a camping lantern be?', 'Rechargeable or battery powered?'],
    validator: 'tomas',
  },
  {
    line: 'water bottle',
    keywords: ['best insulated water bottle', 'leakproof water bottle'],
    site: 'nf',
    picture: 'bottle',
    by: 'mei',
    status: 'requested',
    age: 5,
    title: 'Insulated Bottles That Do Not Leak in Your Bag',
    intro:
      'We filled fourteen bottles with cold coffee, put each in a bag with a white towel and went to work. Nine towels survived the month. After that we measured the ice.',
    products: [
      ['Pellmere Flask 24', 'Best Overall', 'No leaks in a month, and the lid comes apart for cleaning.'],
      ['Corriemoor Sip', 'Best for Cycling', 'Opens with one hand, fits a bottle cage.'],
      ['Dunlarch Steel 32', 'Best Value', 'Heavy and dependable.'],
    ],
    faqs: ['How long does an insulated bottle keep water cold?', 'How do you clean a bottle lid?'],
  },
]
