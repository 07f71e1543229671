import { TrailTable } from '../components/art/trail-table.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';
import styles from '../features/blog/blog.module.css';
import { Byline, POST } from '../features/blog/post.tsx';

export function BlogPage() {
  return (
    <Page>
      <PageMeta
        path="/blog"
        title="Blog"
        description="Notes from the trail: how treasure is hidden, how it is found, and what to take along."
      />
      <PageHeading lead="Notes from the trail.">Blog</PageHeading>
      <article className={styles['card']}>
        <TrailTable />
        <div className={styles['text']}>
          <Byline />
          <h2>
            <Link to={POST.path}>{POST.title}</Link>
          </h2>
          <p className={styles['summary']}>{POST.summary}</p>
          <span className={styles['more']} aria-hidden="true">
            Read the post
          </span>
        </div>
      </article>
    </Page>
  );
}
