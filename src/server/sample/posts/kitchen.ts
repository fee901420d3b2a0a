import type { PostStory } from './post-story.ts'

export const KITCHEN_POSTS: readonly PostStory[] = [
  {
    title: 'The Best Dutch Ovens for Bread, Stew and Everything Slow',
    copy: 'We lent the loaves to people who bake for a living, without telling them which pot was which. They guessed wrong more often than a coin would have.\n\nSo we washed. A hundred times each, by hand and in the machine, with a wooden spoon, a metal whisk and the rough side of the sponge.',
    products: [
      [
        'Kind to hands, honest about onions',
        'The handles are a hand and a glove wide, which matters with six kilos of hot iron and stew. After a hundred washes the pale floor was stained and whole.',
      ],
      [
        'The same loaf for less',
        'Bare iron with a thin black enamel. The lid sits a little loose, which bread does not mind, and the rim wants a dry towel after washing.',
      ],
    ],
    answers: [
      'Five to six quarts for a loaf of a kilo. In a larger pot the dough spreads before it rises; in a smaller one it sticks to the lid.',
      'Yes, and very well, as iron is magnetic. Heat it slowly: a pot that goes from cold to full power can crack its enamel.',
      'Cover the spot with water and two spoons of baking soda, bring it to a simmer for ten minutes and let it cool. What is left comes off with a wooden spoon.',
    ],
    outro:
      'A dutch oven is the rare kitchen buy that your grandchildren may argue about. Take the one whose handles fit your hands, in the colour that you like to look at.',
  },
  {
    title: 'Cast Iron Skillets You Will Still Use in Twenty Years',
    copy: 'An egg a day sounds like a small test. It is not: by the second week you know the pan that you reach for, and the one that you reach past.',
    products: [
      [
        'An egg on the first Monday',
        'The cooking surface is milled after casting, as it used to be everywhere. It sears as well as the rough ones and lets go a month sooner.',
      ],
      [
        'Light enough for one hand',
        'The walls are thin and so is the patience: on a small gas flame the middle is done before the edge. On induction and in the oven it is a pleasure.',
      ],
      [
        'Needs a month, costs a lunch',
        'Pebbled like a pavement and seasoned like nothing. Fry bacon in it for four weeks and it will forgive you everything afterwards.',
      ],
    ],
    answers: [
      'Yes. Dish soap has not contained lye for decades and does not harm the seasoning. Water left standing does: dry the pan on the stove and wipe it with a drop of oil.',
      'Yes, if you lift it. Sliding is what scratches the glass, and dropping is what breaks it.',
    ],
    outro:
      'If you already own an old skillet, keep it: an afternoon with steel wool and oil makes it as good as any of these.',
  },
  {
    title: 'Stand Mixers That Can Take Bread Dough, Loaf After Loaf',
    copy: 'Each mixer stood on the same stone counter, on the same line of tape, and was started with the same dough. We wrote down how far it had walked and how warm it was, and then ate rather a lot of rye bread.',
    products: [
      [
        'Ten minutes of rye, and it stood still',
        'The motor sits low and drives the hook directly, without a belt. It is loud on the first setting and calmer than the others on the fourth.',
      ],
      [
        'Fits below the cupboard',
        'With its head up it is forty-one centimetres tall. The bowl holds enough for one large loaf, and the tilt lock closes with a click that you can trust.',
      ],
      [
        'For bakers with friends',
        'A lever lifts the bowl instead of the head, so nothing has to be moved for adding flour. It weighs fourteen kilos and wants a place of its own.',
      ],
    ],
    answers: [
      'About five litres. The dough should never fill more than half of the bowl, or the hook only turns the top of it.',
      'Because the dough is too stiff for its weight: the hook pulls, the feet slip. A damp cloth below helps; so does ten minutes of rest before kneading.',
    ],
    outro:
      'For cakes alone, any of the six is enough, and a good hand mixer costs a fifth. Buy for the heaviest dough that you will really make.',
  },
  {
    title: 'The Best Blenders for Smoothies Without the Grit',
    copy: 'The recipe never changed: two hundred grams of frozen raspberries, one banana, a handful of spinach, a quarter of a litre of milk, sixty seconds. What stayed in the sieve was dried overnight and put on a jeweller’s scale.',
    products: [
      [
        'Less than a gram of grit',
        'The jug is wide at the bottom and narrow at the top, so nothing hides. It can be washed by hand without a brush, which is more than most can say.',
      ],
      [
        'You can keep talking',
        'The hood comes off with one hand and goes into the dishwasher with the jug. Thick mixtures need a second run, because it starts gently.',
      ],
      [
        'One cup, one person',
        'Press, turn, screw on the lid and leave. It holds four hundred millilitres and no arguments about whose turn it is to wash up.',
      ],
      [
        'Patient and cheap',
        'Let the fruit thaw for five minutes and it does as well as blenders of three times the price. With ice cubes it needs two minutes and your sympathy.',
      ],
    ],
    answers: [
      'From about 800 watts on, ice is no effort. Below that it depends on the shape of the jug: a narrow one keeps pushing the cubes back to the blades.',
      'Glass does not scratch or smell, and is heavy. Plastic is light and survives the floor, but turns dull in the dishwasher.',
      'For soups and sauces, yes. For anything that should stay in pieces, no: a blender needs liquid, and makes everything smooth in the end.',
    ],
    outro:
      'If you blend once a week, the cheapest of these is enough. If you blend before anybody else is awake, pay for the hood.',
  },
  {
    title: 'Glass Food Storage Containers That Stack, Seal and Survive',
    copy: 'Tomato soup is a hard judge: it stains, it creeps and it shows on white paper. After the night on their heads the boxes went from the freezer to the counter, from the counter to the floor, and the ones that were left went to lunch with us for a month.',
    products: [
      [
        'A dry sheet of paper',
        'Four clips and a soft ring that comes out for washing. Nine of the ten lids are interchangeable in pairs; the tenth is round and knows it.',
      ],
      [
        'Crisp after a month',
        'A bamboo lid with a fat ring, pressed in rather than screwed on. It is no box for soup, and the best one we know for crackers, nuts and tea.',
      ],
      [
        'Good enough for the shelf',
        'Leave them upright and they will not leak. Eight boxes in three sizes that nest in each other, with plain lids that can be bought again.',
      ],
    ],
    answers: [
      'Only if the maker says so, and never at once. Let the box stand on the counter for half an hour: glass breaks from the difference, not from the heat.',
      'Rub them with a little oil before washing, then leave them in the sun for an afternoon. Light bleaches what soap does not.',
      'On the upper rack, yes. Take the ring out every few weeks, as what lives below it is not dishwasher safe.',
    ],
    outro:
      'Buy one size more than you think and two boxes fewer. Lids are lost in proportion to the number of shapes in the drawer.',
  },
]
