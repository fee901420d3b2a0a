import type { PostStory } from './post-story.ts'

/** Tools for making things, and for getting away from them. */
export const WORKSHOP_POSTS: readonly PostStory[] = [
  {
    title: 'Circular Saws for Your First Straight Cut',
    copy: 'Each of the ten drew a line, put on the glasses and cut, without a guide and without advice beyond the safety talk. We measured every line at eight points. The average beginner strayed by four millimetres; with the best saw, by one and a half.',
    products: [
      [
        'A window on the line',
        'A clear plate in front of the blade lets you see where it will be, rather than where it was. It weighs two and a half kilos with its battery and starts without a kick.',
      ],
      [
        'The blade where you look',
        'On most saws the motor hides the line from right-handed people. Here it does not, and the longer foot keeps it from tipping at the end of the cut.',
      ],
    ],
    answers: [
      'A fine one, with forty to sixty teeth. Put the good side down: the blade comes up through the sheet and tears what is on top.',
      'For anything longer than your arm, yes. A straight board and two clamps are a guide rail too.',
      'Cordless for a first saw: nothing to trip over and less power than you fear. For a whole floor, borrow one with a cord.',
    ],
    outro:
      'Buy the saw last. Glasses, ear protection, two clamps and a sharp blade make a bigger difference, and cost less together.',
  },
  {
    title: 'Carry-On Suitcases That Fit the Sizer and the Week',
    copy: 'We borrowed a sizer from an airline that asked not to be named and brought our own tape measure. The cobbles belong to the old town, the neighbours to the street, and both were glad when we had finished.',
    products: [
      [
        'Fits every sizer, wakes nobody',
        'Fifty-five centimetres with its wheels, not without. The shell flexes instead of cracking, and the two halves close with one hand while you hold a coffee in the other.',
      ],
      [
        'Open the front, not the case',
        'The pocket takes a laptop, a charger and a boarding pass, and can be reached in a queue. It costs about four litres of shirts.',
      ],
      [
        'Gives when it is asked to',
        'Two centimetres of softness have saved us more than one fee. The fabric shows every scuff and the frame none.',
      ],
    ],
    answers: [
      'Most airlines allow 55 by 40 by 20 or 23 centimetres, low-cost ones often less. Look at your ticket: the rule belongs to the fare and not to the plane.',
      'Hard shells protect what is inside and shrug off rain. Soft sides have pockets and forgive a jumper too many.',
      'Yes, always, and so does the handle. Makers like to print the size of the box alone.',
    ],
    outro:
      'The lightest case is the one that you do not fill. Lay everything out, take a third away, and any of these will do for a week.',
  },
]
