import { Link } from '../../components/ui/link.tsx';
import styles from './blog.module.css';

export function PostText() {
  return (
    <>
      <p>
        People think of treasure hunting as walking. It is mostly reading: of a text, of a map, of a
        hillside, and now and then of yourself. The walking comes last, and if the reading was good
        it is short. Here is what to take along, in the head and in the bag.
      </p>
      <Research />
      <Equipment />
      <Mindset />
      <Community />
    </>
  );
}

function Research() {
  return (
    <section className={styles['section']}>
      <h2>Research: the hunt begins at the kitchen table</h2>
      <p>
        Read a new clue three times before you think about it. The first time for the sound, the
        second for the words that need not be there, the third for what it does not say. Whoever
        hides something chooses words with care; an odd one is seldom an accident.
      </p>
      <p>
        Then take the map. Begin with what the rules exclude, since that is certain: everything
        farther than 3 miles from a paved road, every island, all private property. It is surprising
        how much of a county is gone after that. Old maps show what the new ones have forgotten,
        such as mills, quarries, rail lines and the names of hills. Keep a list of places with a
        reason beside each, and strike out a place only when you can say why.
      </p>
    </section>
  );
}

function Equipment() {
  return (
    <section className={styles['section']}>
      <h2>Field equipment: less than you think</h2>
      <p>
        You will not climb, dig or swim for one of our boxes, so leave the rope and the shovel at
        home. What earns its place in the bag:
      </p>
      <ul>
        <li>boots that have already met you, and a layer more than the forecast asks for;</li>
        <li>water, something to eat, and a light, even for an hour’s walk;</li>
        <li>
          a paper map and a compass, since batteries and reception end where it gets interesting;
        </li>
        <li>a notebook and a pencil, which write in the rain;</li>
        <li>a whistle, a small first-aid kit, and something against ticks.</li>
      </ul>
      <p>
        And one thing that weighs nothing: tell somebody where you are going and when you will be
        back.
      </p>
    </section>
  );
}

function Mindset() {
  return (
    <section className={styles['section']}>
      <h2>Mindset: be wrong cheaply</h2>
      <p>
        Everybody falls in love with their first idea. The art is to ask, before the car is packed,
        what you would have to see out there to give it up, and to give it up when you do not see
        it. A clue that fits only after some bending does not fit.
      </p>
      <p>
        Go slowly once you are there. Sit down for ten minutes and let the place come to you: one
        sees more standing still than walking past. And turn back when the light goes, the weather
        turns or your feet say so. The box will still be there tomorrow, and if it is not, somebody
        has had a very good day.
      </p>
    </section>
  );
}

function Community() {
  return (
    <section className={styles['section']}>
      <h2>Community: nobody hunts alone</h2>
      <p>
        The best hunts are argued over at a table. One person hears the rhyme, another knows the
        river, a child asks the question that nobody dared to ask. Take somebody along who thinks
        differently from you, and let them hold the map.
      </p>
      <p>
        You share the woods with others, too: with walkers, with those who own the land beside the
        trail, with whatever lives there. Close gates, keep to posted signs, carry out what you
        carried in, and greet the people whom you meet, even if they carry a notebook. Everybody who
        joins makes the prize bigger, and{' '}
        <Link to="/about">all proceeds fund other hidden treasures</Link>. Whoever wins, there will
        be another box.
      </p>
    </section>
  );
}
