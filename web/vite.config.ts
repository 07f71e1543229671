import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:8080';
const port = Number(process.env['PORT'] ?? 5173);

export default defineConfig({
  plugins: [react()],
  server: {
    port,
    strictPort: true,
    proxy: {
      '/api': { target: gateway, changeOrigin: false },
      '/sandbox': { target: gateway, changeOrigin: false },
    },
  },
  build: { outDir: 'dist', emptyOutDir: true },
});
