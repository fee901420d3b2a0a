import type { SampleStory } from './story.ts'

export const COOKWARE_STORIES: readonly SampleStory[] = [
  {
    line: 'chef knife',
    keywords: ['best chef knife for beginners', '8 inch chef knife'],
    site: 'ok',
    picture: 'knife',
    by: 'marcus',
    status: 'draft',
    age: 3.8,
    title: 'The best chef knife for beginners',
    intro:
      'A first good knife should forgive a clumsy grip and still slice a tomato after six months in a drawer.',
    products: [
      ['Wrenfold 8-Inch Cook', 'Best Overall', 'Light, nimble and easy to bring back to sharp.'],
      ['Aldermoor Forged 20 cm', '', ''],
    ],
    faqs: ['What size of chef knife should a beginner buy?'],
  },
  {
    line: 'dutch oven',
    keywords: ['best dutch oven for bread', 'enameled dutch oven'],
    site: 'ok',
    picture: 'pot',
    by: 'ines',
    status: 'published',
    age: 103,
    title: 'The Best Dutch Ovens for Bread, Stew and Everything Slow',
    intro:
      'You can spend forty dollars or four hundred on a pot that does one thing: hold heat. We baked the same loaf and simmered the same stew in eight of them, and could not taste the price. You can feel it, though, in the lid, the handles and the way the enamel looks after a hundred washes.',
    products: [
      [
        'Ashenford Enamel 5.5 qt',
        'Best Overall',
        'Wide handles that take oven gloves, and a pale floor that shows when onions brown.',
      ],
      [
        'Skerrow Iron Pot 5 qt',
        'Best Value',
        'A little rough at the rim, but bakes the same loaf for a quarter of the price.',
      ],
    ],
    faqs: [
      'What size of dutch oven is best for bread?',
      'Does a dutch oven work on induction?',
      'How do you clean burnt enamel?',
    ],
    validator: 'ruth',
    praise: 'Lovely intro.',
  },
  {
    line: 'cast iron skillet',
    keywords: ['best cast iron skillet', 'lightweight cast iron skillet'],
    site: 'ok',
    picture: 'skillet',
    by: 'dana',
    status: 'published',
    age: 79,
    title: 'Cast Iron Skillets You Will Still Use in Twenty Years',
    intro:
      'Cast iron is cheap, heavy and almost impossible to ruin. What you pay more for is a smoother surface and less of the weight. We seared, scraped and re-seasoned seven skillets, and fried an egg in each one every morning for a month.',
    products: [
      ['Lowmarsh No. 10', 'Best Overall', 'Milled smooth, so eggs slide from the first week.'],
      ['Corriemoor Feather 26', 'Best Lightweight', 'A third lighter; heats unevenly on gas.'],
      ['Skerrow Camp Skillet', 'Best Budget', 'Rough, honest and nearly free.'],
    ],
    faqs: ['Can you use soap on cast iron?', 'Is cast iron safe on a glass top stove?'],
    validator: 'ruth',
  },
  {
    line: 'food storage containers',
    keywords: ['best glass food storage containers', 'food storage containers for meal prep'],
    site: 'tm',
    picture: 'jars',
    by: 'amara',
    status: 'published',
    age: 37,
    title: 'Glass Food Storage Containers That Stack, Seal and Survive',
    intro:
      'The box is never the problem; the lid is. We filled sixteen sets with tomato soup, turned them upside down over white paper and left them overnight. Then we dropped them, froze them and lost the lids in a drawer, as everybody does.',
    products: [
      [
        'Thistlemere Clip Set of 10',
        'Best Overall',
        'Not a drop on the paper, and every lid fits every size but one.',
      ],
      ['Brindlecote Round Jars', 'Best for Dry Goods', 'Airtight enough to keep crackers crisp for a month.'],
      ['Lowmarsh Everyday 8', 'Best Value', 'Plain lids that leak a little sideways, at half the price.'],
    ],
    faqs: [
      'Can glass containers go from the freezer to the oven?',
      'How do you get tomato stains out of lids?',
      'Are the lids dishwasher safe?',
    ],
    validator: 'wen',
  },
  {
    line: 'cutting board',
    keywords: ['best end grain cutting board'],
    site: 'hs',
    picture: 'board',
    by: 'lucia',
    status: 'canceled',
    age: 52,
    title: 'The best end grain cutting board',
    intro:
      'End grain boards are kind to knives and hard on budgets. We chopped on five of them for two months and oiled each one on schedule, more or less.',
    products: [
      ['Ashenford Block 18 x 12', 'Best Overall', 'Thick, heavy and still flat after two months of onions.'],
    ],
    faqs: ['How often should a wooden board be oiled?'],
    returns: [
      ['One product is thin for a guide. The two boards that warped would make a useful comparison.'],
    ],
    validator: 'ruth',
  },
]
