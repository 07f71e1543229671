import styles from './blog.module.css';
import { POST } from './post.ts';

export function Byline() {
  return (
    <p className={styles['byline']}>
      <time dateTime={POST.dateTime}>{POST.date}</time>
      <span className={styles['category']}>{POST.category}</span>
    </p>
  );
}
