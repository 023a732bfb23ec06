import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** A node of OpenSearch with k-NN for tests, on loopback and alone: OpenSearchNode FOLDER PORT PORT_FOR_NODES. */
public class OpenSearchNode extends Node {
  private OpenSearchNode(Environment environment) {
    super(environment, Stream.of(
        "org.opensearch.transport.Netty4ModulePlugin",
        "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
        "org.opensearch.knn.plugin.KNNPlugin").map(OpenSearchNode::plugin).toList(), false);
  }

  private static PluginInfo plugin(String name) {
    return new PluginInfo(name, "from the class path", "NA", Version.CURRENT, "21", name, null, List.of(), false);
  }

  public static void main(String[] words) throws Exception {
    Path home = Path.of(words[0]).toAbsolutePath();
    for (String folder : List.of("config", "plugins", "modules")) Files.createDirectories(home.resolve(folder));
    Settings settings = Settings.builder()
        .put("path.home", home.toString())
        .put("cluster.name", "docent-test")
        .put("node.name", "one")
        .put("network.host", "127.0.0.1")
        .put("http.port", words[1])
        .put("transport.port", words[2])
        .put("discovery.type", "single-node")
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .put("transport.type", "netty4")
        .put("http.type", "netty4")
        .build();
    Node node = new OpenSearchNode(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "one"));
    node.start();
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception leaving) {
        // Its folder is thrown away.
      }
      ended.countDown();
    }));
    ended.await();
  }
}
