import styles from './blog.module.css';

/** The only post. */
export const POST = {
  title: 'The Art of Treasure Hunting',
  date: 'April 13, 2025',
  dateTime: '2025-04-13',
  category: 'Adventure',
  path: '/blog/post',
  summary:
    'A treasure is found at the kitchen table first and in the woods second. On reading a clue, packing a bag, keeping your head, and the people you meet on the way.',
} as const;

export function Byline() {
  return (
    <p className={styles['byline']}>
      <time dateTime={POST.dateTime}>{POST.date}</time>
      <span className={styles['category']}>{POST.category}</span>
    </p>
  );
}
