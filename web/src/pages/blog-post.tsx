import { TrailTable } from '../components/art/trail-table.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import styles from '../features/blog/blog.module.css';
import { Byline, POST } from '../features/blog/post.tsx';
import { PostText } from '../features/blog/post-text.tsx';

export function BlogPostPage() {
  return (
    <Page>
      <PageMeta path={POST.path} title={POST.title} description={POST.summary} type="article" />
      <article className={styles['article']}>
        <header className={styles['head']}>
          <Byline />
          <PageHeading>{POST.title}</PageHeading>
        </header>
        <div className={styles['plate']}>
          <TrailTable />
        </div>
        <div className={styles['body']}>
          <PostText />
          <div className={styles['end']}>
            <p>There are boxes out there right now.</p>
            <LinkButton to="/hunts" variant="primary">
              Explore Our Current Hunts
            </LinkButton>
          </div>
        </div>
      </article>
    </Page>
  );
}
